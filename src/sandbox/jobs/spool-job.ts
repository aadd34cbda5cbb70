import { openTable } from '../../tables/open-table.ts';
import { RowFileWriter } from '../../tables/row-file.ts';
import { CodePoints } from './code-points.ts';
import type { SpoolInput, SpoolOutput, SpoolProgress } from './job-types.ts';

/**
 * Reads a spreadsheet and writes its rows to a row file. The row file can be read up to the last reported byte while
 * the job runs. Throws TableError.
 */
export async function spoolJob(
  input: SpoolInput,
  report: (progress: SpoolProgress) => void,
): Promise<SpoolOutput> {
  const table = await openTable(input.tablePath, input.limits);
  report({ columns: table.columns });
  const writer = await RowFileWriter.open(input.rowFilePath, {
    batchRows: input.batchRows,
    onWritten: (bytes) => report({ bytes }),
  });
  const characters = new CodePoints();
  let rowCount = 0;
  try {
    for await (const rows of table.rows) {
      for (const row of rows) {
        if (rowCount === input.headRows && rowCount > 0) report({ headCharacters: characters.toArray() });
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
