import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { encodeRows } from './row-batch.ts';
import type { TableRow } from './types.ts';

/**
 * A batch of a row file. A row file passes the rows of a table from the sandbox to the stamping pool. It is a sequence of
 * batches: three little-endian 32-bit numbers (payload bytes, rows, number of the first data row from 1), then the
 * payload (`row-batch.ts`).
 */
export interface RowBatch {
  /** Counts data rows from 1; independent of the row numbers of the spreadsheet. */
  firstDataRow: number;
  rowCount: number;
  /** Decode it with `parseRows`. */
  payload: Buffer;
}

const HEADER_BYTES = 12;
/** A batch with long values ends early, which limits the memory for batches in progress. */
const BATCH_CHARACTERS = 128 * 1024;

/** The first batch is small, because the first byte of the archive depends on it. */
const FIRST_BATCH_ROWS = 10;

interface RowFileOptions {
  /** Rows per batch; the first batch has fewer. */
  batchRows: number;
  /** Called with the number of readable bytes. */
  onWritten?: (bytes: number) => void;
}

/** Batches are written together when they reach this number of bytes. */
const WRITE_BYTES = 256 * 1024;

/** Writes rows in batches. `open` creates the file. */
export class RowFileWriter {
  readonly #file: FileHandle;
  readonly #options: RowFileOptions;
  #rows: TableRow[] = [];
  #characters = 0;
  #rowsBefore = 0;
  #batches: Uint8Array[] = [];
  #pendingBytes = 0;
  #writtenBytes = 0;

  private constructor(file: FileHandle, options: RowFileOptions) {
    this.#file = file;
    this.#options = options;
  }

  static async open(path: string, options: RowFileOptions): Promise<RowFileWriter> {
    return new RowFileWriter(await open(path, 'w', 0o600), options);
  }

  /** Resolves when the row is buffered or written. */
  async add(row: TableRow): Promise<void> {
    this.#rows.push(row);
    for (const value of row.values) this.#characters += value.length;
    const { batchRows } = this.#options;
    const rows = this.#rowsBefore === 0 ? Math.min(FIRST_BATCH_ROWS, batchRows) : batchRows;
    if (this.#rows.length < rows && this.#characters < BATCH_CHARACTERS) return;
    this.#closeBatch();
    // Written at once, so that stamping can begin.
    if (this.#pendingBytes >= WRITE_BYTES || this.#writtenBytes === 0) await this.#write();
  }

  async end(): Promise<void> {
    this.#closeBatch();
    await this.#write();
    await this.#file.close();
  }

  async destroy(): Promise<void> {
    await this.#file.close().catch(() => {});
  }

  #closeBatch(): void {
    if (this.#rows.length === 0) return;
    const payload = encodeRows(this.#rows);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(payload.length, 0);
    header.writeUInt32LE(this.#rows.length, 4);
    header.writeUInt32LE(this.#rowsBefore + 1, 8);
    this.#rowsBefore += this.#rows.length;
    this.#rows = [];
    this.#characters = 0;
    this.#batches.push(header, payload);
    this.#pendingBytes += header.length + payload.length;
  }

  async #write(): Promise<void> {
    if (this.#batches.length === 0) return;
    const { bytesWritten } = await this.#file.writev(this.#batches);
    if (bytesWritten !== this.#pendingBytes) throw new Error('Only some of the rows were written to disk.');
    this.#writtenBytes += bytesWritten;
    this.#batches = [];
    this.#pendingBytes = 0;
    this.#options.onWritten?.(this.#writtenBytes);
  }
}

/** The progress of a row file that is being written. */
interface RowFileProgress {
  /** Readable bytes; increases. */
  readonly bytes: number;
  readonly isComplete: boolean;
  /** Resolves at the next change of either; rejects if the file cannot be completed. */
  changed(): Promise<void>;
}

/**
 * Reads the batches of a row file in order. With `writing`, waits for batches that are not written yet. Throws if the
 * file is not a row file or is cut off.
 */
export async function* readRowFile(path: string, writing?: RowFileProgress): AsyncGenerator<RowBatch> {
  const file = await open(path, 'r');
  try {
    const progress = writing ?? (await wholeFile(file));
    const header = Buffer.alloc(HEADER_BYTES);
    const read = async (into: Buffer, position: number) => {
      const { bytesRead } = await file.read(into, 0, into.length, position);
      if (bytesRead < into.length) throw new Error(`The row file ${path} is cut off.`);
    };
    for (let position = 0; ; ) {
      const available = progress.bytes - position;
      if (available === 0) {
        if (progress.isComplete) break;
        await progress.changed();
        continue;
      }
      // The writer reports only complete batches.
      if (available < HEADER_BYTES) throw new Error(`The row file ${path} ends within a batch.`);
      await read(header, position);
      const length = header.readUInt32LE(0);
      position += HEADER_BYTES + length;
      if (position > progress.bytes) throw new Error(`The row file ${path} ends within a batch.`);
      const batch = { rowCount: header.readUInt32LE(4), firstDataRow: header.readUInt32LE(8) };
      // Not from the shared buffer pool: transferring it to a thread would transfer the whole pool.
      const payload = Buffer.allocUnsafeSlow(length);
      await read(payload, position - length);
      yield { ...batch, payload };
    }
  } finally {
    await file.close();
  }
}

async function wholeFile(file: FileHandle): Promise<RowFileProgress> {
  const { size } = await file.stat();
  return { bytes: size, isComplete: true, changed: () => Promise.resolve() };
}
