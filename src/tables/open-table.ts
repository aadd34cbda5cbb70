import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { readCsv } from './csv/read-csv.ts';
import { shapeTable } from './shape-rows.ts';
import type { SniffedFormat } from './sniff.ts';
import { sniffFormat } from './sniff.ts';
import { TableError } from './table-error.ts';
import type { Table, TableLimits } from './types.ts';
import { DEFAULT_TABLE_LIMITS } from './types.ts';
import { unsupportedFormat } from './unsupported-format.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

const HEAD_BYTES = 4096;
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

const FOREIGN_FORMATS: Partial<Record<SniffedFormat, string>> = {
  html: 'an HTML page',
  xml: 'an XML file',
  pdf: 'a PDF',
  rtf: 'an RTF document',
  gzip: 'a gzip archive',
  binary: 'neither XLSX nor text',
};

/**
 * Opens a CSV, TSV or XLSX file; what it is, its content decides, not its name. Reads the header at once and the
 * rows as they are asked for. Throws TableError, from the call or from the iteration. A caller that wants no rows
 * still has to end the iteration (`rows[Symbol.asyncIterator]().return()`), which closes the file.
 */
export async function openTable(path: string, limits: TableLimits = DEFAULT_TABLE_LIMITS): Promise<Table> {
  const file = await open(path, 'r');
  let format: SniffedFormat;
  let head: Uint8Array;
  try {
    head = await readHead(file);
    format = sniffFormat(head);
    if (format === 'compound') throw unsupportedFormat(await compoundFormat(file));
    const foreign = FOREIGN_FORMATS[format];
    if (foreign !== undefined) throw unsupportedFormat(foreign);
    if (format === 'empty') {
      throw new TableError(
        'TABLE_EMPTY',
        'The data file is empty; it needs a header row and at least one data row.',
      );
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  if (format === 'zip') {
    await file.close();
    return shapeTable(readXlsx(path, limits), { format: 'xlsx', limits, refuseWideRows: false });
  }
  const records = readCsv(file, head, limits.maxCellLength);
  return shapeTable(records, { format: 'csv', limits, refuseWideRows: true });
}

async function readHead(file: FileHandle): Promise<Uint8Array> {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  return head.subarray(0, bytesRead);
}

/** A workbook with a password is a compound file around the encrypted package (MS-OFFCRYPTO, section 1.3.2). */
async function compoundFormat(file: FileHandle): Promise<string> {
  const content = await file.readFile();
  return content.includes(ENCRYPTED_PACKAGE)
    ? 'an Excel workbook with a password'
    : 'an Excel 97-2003 workbook (.xls)';
}
