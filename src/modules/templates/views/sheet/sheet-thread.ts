import { parentPort, workerData } from 'node:worker_threads';
import type { SheetContent } from './sheet-types.ts';
import { writeWorkbook } from './write-workbook.ts';

/** The thread behind make-sheet.ts: writes one workbook and ends. */
parentPort?.postMessage(await writeWorkbook(workerData as SheetContent));
