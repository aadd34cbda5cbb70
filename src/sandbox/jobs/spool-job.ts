import { openTable } from '../../tables/open-table.ts';
import { RowFileWriter } from '../../tables/row-file.ts';
import { CodePoints } from './code-points.ts';
import type { SpoolInput, SpoolOutput, SpoolProgress } from './job-types.ts';

/**
 * Reads a user's spreadsheet to its end and leaves its rows in a row file, which may be read meanwhile as far as it
 * is told. Throws TableError.
 */
export async function spoolJob(
  input: SpoolInput,
  tell: (progress: SpoolProgress) => void,
): Promise<SpoolOutput> {
  const table = await openTable(input.tablePath, input.limits);
  tell({ columns: table.columns });
  const writer = await RowFileWriter.open(input.rowFilePath, {
    batchRows: input.batchRows,
    onWritten: (bytes) => tell({ bytes }),
  });
  const characters = new CodePoints();
  let rowCount = 0;
  try {
    for await (const rows of table.rows) {
      for (const row of rows) {
        if (rowCount === input.headRows && rowCount > 0) tell({ headCharacters: characters.toArray() });
        rowCount += 1;
        for (const value of row.values) characters.add(value);
        await writer.add(row);
      }
    }
    await writer.end();
    return {
      format: table.format,
      columns: table.columns,
      rowCount,
      characters: characters.toArray(),
    };
  } catch (error) {
    await writer.destroy();
    throw error;
  }
}
