/** The program of the thread of `sheet-writer.ts`. */
import { runThreadProgram } from '../../../../infra/thread-pool/thread-program.ts';
import { serializeError } from '../../../../sandbox/serialize-error.ts';
import type { SheetContent } from './sheet-types.ts';
import { writeWorkbook } from './write-workbook.ts';

runThreadProgram<SheetContent>({ perform: writeWorkbook, serializeError });
