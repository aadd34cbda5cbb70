import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { readCsv } from './csv/read-csv.ts';
import type { DetectedFormat } from './detect-format.ts';
import { detectFormat } from './detect-format.ts';
import { shapeTable } from './shape-rows.ts';
import { TableError } from './table-error.ts';
import type { Table, TableLimits } from './types.ts';
import { DEFAULT_TABLE_LIMITS } from './types.ts';
import { unsupportedFormat } from './unsupported-format.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

const HEAD_BYTES = 4096;
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

const FOREIGN_FORMATS: Partial<Record<DetectedFormat, string>> = {
  html: 'an HTML page',
  xml: 'an XML file',
  pdf: 'a PDF',
  rtf: 'an RTF document',
  gzip: 'a gzip archive',
  binary: 'not an XLSX or text file',
};

/**
 * Opens a CSV, TSV or XLSX file. The content decides the format, not the name. Reads the header now and the rows during
 * the iteration; both throw TableError. A caller that reads no rows must end the iteration
 * (`rows[Symbol.asyncIterator]().return()`), which closes the file.
 */
export async function openTable(path: string, limits: TableLimits = DEFAULT_TABLE_LIMITS): Promise<Table> {
  const file = await open(path, 'r');
  let format: DetectedFormat;
  let head: Uint8Array;
  try {
    head = await readHead(file);
    format = detectFormat(head);
    if (format === 'compound') throw unsupportedFormat(await compoundFormat(file));
    const foreign = FOREIGN_FORMATS[format];
    if (foreign !== undefined) throw unsupportedFormat(foreign);
    if (format === 'empty') {
      throw new TableError(
        'TABLE_EMPTY',
        'The data file is empty. It needs a header row and at least one data row.',
      );
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  if (format === 'zip') {
    await file.close();
    return shapeTable(readXlsx(path, limits), { format: 'xlsx', limits, rejectWideRows: false });
  }
  const records = readCsv(file, head, limits.maxCellLength);
  return shapeTable(records, { format: 'csv', limits, rejectWideRows: true });
}

async function readHead(file: FileHandle): Promise<Uint8Array> {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  return head.subarray(0, bytesRead);
}

/** A workbook with a password is a compound file that contains the encrypted package (MS-OFFCRYPTO, section 1.3.2). */
async function compoundFormat(file: FileHandle): Promise<string> {
  const content = await file.readFile();
  return content.includes(ENCRYPTED_PACKAGE)
    ? 'an Excel workbook with a password'
    : 'an Excel 97-2003 workbook (.xls)';
}
