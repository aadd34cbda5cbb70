import { parentPort, workerData } from 'node:worker_threads';
import type { SheetContent } from './sheet-types.ts';
import { writeWorkbook } from './write-workbook.ts';

/** The worker thread of make-sheet.ts. It writes one workbook. */
parentPort?.postMessage(await writeWorkbook(workerData as SheetContent));
