import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { encodeRows } from './row-batch.ts';
import type { TableRow } from './types.ts';

/**
 * Rows of a table on disk, between the process that reads the user's file and those that stamp. The file is a
 * sequence of batches: three little-endian 32-bit numbers (payload bytes, rows, number of the first data row from
 * 1), then the rows (`row-batch.ts`). A reader can pass a batch on without looking into it.
 */
export interface RowBatch {
  /** Counts data rows from 1, whatever their row in the spreadsheet. */
  firstDataRow: number;
  rowCount: number;
  /** To be read with `parseRows`. */
  payload: Buffer;
}

const HEADER_BYTES = 12;
/** A batch is closed early when its values are long, so that one batch always fits in memory. */
const BATCH_CHARACTERS = 512 * 1024;

/** Writes rows in batches. `end` gives the number of rows once everything is on disk. */
export class RowFileWriter {
  readonly #stream: WriteStream;
  readonly #batchRows: number;
  #rows: TableRow[] = [];
  #characters = 0;
  #written = 0;

  constructor(path: string, batchRows: number) {
    this.#stream = createWriteStream(path, { highWaterMark: 256 * 1024, mode: 0o600 });
    this.#batchRows = batchRows;
    // A write that is under way when the file is given up fails after everybody has gone; what matters is thrown below.
    this.#stream.on('error', () => {});
  }

  /** Resolves when the disk can take more. */
  async add(row: TableRow): Promise<void> {
    this.#rows.push(row);
    for (const value of row.values) this.#characters += value.length;
    if (this.#rows.length >= this.#batchRows || this.#characters >= BATCH_CHARACTERS) await this.#flush();
  }

  async end(): Promise<number> {
    await this.#flush();
    this.#stream.end();
    await finished(this.#stream);
    return this.#written;
  }

  destroy(): void {
    this.#stream.destroy();
  }

  async #flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const payload = encodeRows(this.#rows);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(payload.length, 0);
    header.writeUInt32LE(this.#rows.length, 4);
    header.writeUInt32LE(this.#written + 1, 8);
    this.#written += this.#rows.length;
    this.#rows = [];
    this.#characters = 0;
    if (this.#stream.errored) throw this.#stream.errored;
    this.#stream.write(header);
    if (!this.#stream.write(payload)) await once(this.#stream, 'drain');
  }
}

/** The batches of a row file, in order. Throws when the file is not one, or was cut. */
export async function* readRowFile(path: string): AsyncGenerator<RowBatch> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + rest.readUInt32LE(0);
      if (rest.length < end) break;
      yield {
        rowCount: rest.readUInt32LE(4),
        firstDataRow: rest.readUInt32LE(8),
        payload: rest.subarray(HEADER_BYTES, end),
      };
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new Error(`The row file ${path} ends within a batch.`);
}
