import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { encodeRows, parseRows } from '../../../src/tables/row-batch.ts';
import { RowFileWriter, readRowFile } from '../../../src/tables/row-file.ts';
import type { TableRow } from '../../../src/tables/types.ts';

async function inFolder(test: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rows-'));
  try {
    await test(join(folder, 'rows'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeRows(path: string, rows: readonly TableRow[], batchRows: number): Promise<void> {
  const writer = await RowFileWriter.open(path, { batchRows });
  for (const row of rows) await writer.add(row);
  await writer.end();
}

const text = fc.string({ unit: 'binary', maxLength: 8 });
const table = fc.integer({ min: 1, max: 4 }).chain((columns) =>
  fc.array(
    fc.record({
      number: fc.integer({ min: 2, max: 1_048_576 }),
      values: fc.array(text, { minLength: columns, maxLength: columns }),
      errorCells: fc.uniqueArray(fc.integer({ min: 0, max: columns - 1 })),
      dates: fc.array(fc.record({ column: fc.integer({ min: 0, max: columns - 1 }), text }), {
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 30 },
  ),
);

const withoutEmptyLists = (rows: TableRow[]): TableRow[] =>
  rows.map(({ errorCells = [], dates = [], ...row }) => ({
    ...row,
    ...(errorCells.length > 0 && { errorCells }),
    ...(dates.length > 0 && { dates }),
  }));

test('any rows are decoded as they were encoded, at any offset in memory', () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 0, max: 3 }), (rows, shift) => {
      const bytes = Buffer.concat([Buffer.alloc(shift), encodeRows(rows)]).subarray(shift);
      expect(parseRows(bytes)).toEqual(withoutEmptyLists(rows));
    }),
  );
});

test('a row file returns batches with the number of their first data row', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 7 }), async (rows, batchRows) => {
      await inFolder(async (path) => {
        await writeRows(path, rows, batchRows);
        const read: TableRow[] = [];
        for await (const batch of readRowFile(path)) {
          expect(batch.firstDataRow).toBe(read.length + 1);
          read.push(...parseRows(batch.payload));
          expect(read).toHaveLength(batch.firstDataRow - 1 + batch.rowCount);
        }
        expect(read).toEqual(withoutEmptyLists(rows));
      });
    }),
    { numRuns: 30 },
  );
});

test('the first batch is small, so that the first byte of an archive is early', async () => {
  await inFolder(async (path) => {
    const rows = Array.from({ length: 250 }, (_, i) => ({ number: i + 2, values: ['Anna'] }));
    await writeRows(path, rows, 100);
    const batches = await Array.fromAsync(readRowFile(path));
    expect(batches.map(({ rowCount, firstDataRow }) => [rowCount, firstDataRow])).toEqual([
      [10, 1],
      [100, 11],
      [100, 111],
      [40, 211],
    ]);
  });
});

test('a batch with long values ends early', async () => {
  await inFolder(async (path) => {
    const rows = Array.from({ length: 6 }, (_, i) => ({ number: i + 2, values: ['x'.repeat(75_000)] }));
    await writeRows(path, rows, 100);
    const batches = await Array.fromAsync(readRowFile(path));
    expect(batches.map((batch) => batch.rowCount)).toEqual([2, 2, 2]);
  });
});

test('a row file that is cut off is an error', async () => {
  await inFolder(async (path) => {
    await writeRows(path, [{ number: 2, values: ['Anna'] }], 10);
    const content = await readFile(path);
    await writeFile(path, content.subarray(0, content.length - 1));
    await expect(Array.fromAsync(readRowFile(path))).rejects.toThrow('ends within a batch');
  });
});

test('a row file can be read while it is written', async () => {
  await inFolder(async (path) => {
    let change = Promise.withResolvers<void>();
    const making = { bytes: 0, isComplete: false, changed: () => change.promise };
    const notify = () => {
      const previous = change;
      change = Promise.withResolvers();
      previous.resolve();
    };
    const onWritten = (bytes: number) => {
      making.bytes = bytes;
      notify();
    };
    const writer = await RowFileWriter.open(path, { batchRows: 2, onWritten });
    const batches = readRowFile(path, making);
    const first = batches.next();
    await writer.add({ number: 2, values: ['a'] });
    await writer.add({ number: 3, values: ['b'] });
    expect((await first).value).toMatchObject({ firstDataRow: 1, rowCount: 2 });
    const second = batches.next();
    await writer.add({ number: 4, values: ['c'] });
    await writer.end();
    making.isComplete = true;
    notify();
    expect((await second).value).toMatchObject({ firstDataRow: 3, rowCount: 1 });
    expect((await batches.next()).done).toBe(true);
  });
});

test('a reader gets the error of a row file that cannot be completed', async () => {
  await inFolder(async (path) => {
    await writeRows(path, [{ number: 2, values: ['a'] }], 1);
    const making = { bytes: 0, isComplete: false, changed: () => Promise.reject(new Error('given up')) };
    await expect(Array.fromAsync(readRowFile(path, making))).rejects.toThrow('given up');
  });
});
