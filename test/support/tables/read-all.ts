import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTable } from '../../../src/tables/open-table.ts';
import { TableError } from '../../../src/tables/table-error.ts';
import type { TableLimits, TableRow } from '../../../src/tables/types.ts';
import { DEFAULT_TABLE_LIMITS } from '../../../src/tables/types.ts';

export const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

interface ReadTable {
  columns: string[];
  rows: TableRow[];
}

export async function readTable(path: string, limits: Partial<TableLimits> = {}): Promise<ReadTable> {
  const table = await openTable(path, { ...DEFAULT_TABLE_LIMITS, ...limits });
  const rows: TableRow[] = [];
  for await (const batch of table.rows) rows.push(...batch);
  return { columns: table.columns, rows };
}

/** Writes the content to a file of its own, reads it as a table and removes it. */
export async function readContent(
  content: string | Uint8Array,
  limits: Partial<TableLimits> = {},
): Promise<ReadTable> {
  const folder = await mkdtemp(join(tmpdir(), 'tables-'));
  try {
    const path = join(folder, 'data');
    await writeFile(path, content);
    return await readTable(path, limits);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function valuesOf(content: string | Uint8Array): Promise<string[][]> {
  const { rows } = await readContent(content);
  return rows.map((row) => row.values);
}

/** The error a reading ends with; fails when it is none of the folder's own. */
export async function readErrorOf(reading: Promise<unknown>): Promise<TableError> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof TableError) return error;
    throw error;
  }
  throw new Error('The table was read.');
}
