import { openTable } from '../../tables/open-table.ts';
import { RowFileWriter } from '../../tables/row-file.ts';
import { CodePoints } from './code-points.ts';
import type { SpoolInput, SpoolOutput } from './job-types.ts';

/** Reads a user's spreadsheet to its end and leaves its rows in a row file. Throws TableError. */
export async function spoolJob(input: SpoolInput): Promise<SpoolOutput> {
  const table = await openTable(input.tablePath, input.limits);
  const writer = new RowFileWriter(input.rowFilePath, input.batchRows);
  const characters = new CodePoints();
  let errorCellCount = 0;
  try {
    for await (const rows of table.rows) {
      for (const row of rows) {
        for (const value of row.values) characters.add(value);
        errorCellCount += row.errorCells?.length ?? 0;
        await writer.add(row);
      }
    }
    const rowCount = await writer.end();
    return {
      format: table.format,
      columns: table.columns,
      rowCount,
      characters: characters.toArray(),
      errorCellCount,
    };
  } catch (error) {
    writer.destroy();
    throw error;
  }
}
