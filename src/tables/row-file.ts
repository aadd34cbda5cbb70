import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
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
/** A batch is closed early when its values are long: the batches in work take as much memory whatever the form. */
const BATCH_CHARACTERS = 128 * 1024;

/** The first batch is small: an archive's first byte waits for it. */
const FIRST_BATCH_ROWS = 10;

export interface RowFileOptions {
  /** Rows of a batch; the first one has fewer. */
  batchRows: number;
  /** Told how much of the file can be read. */
  onWritten?: (bytes: number) => void;
}

/** Bytes of batches that are written together. */
const WRITE_BYTES = 256 * 1024;

/** Writes rows in batches. Its file is there once `open` has made it. */
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

  /** Resolves when the disk has taken what was to be written. */
  async add(row: TableRow): Promise<void> {
    this.#rows.push(row);
    for (const value of row.values) this.#characters += value.length;
    const { batchRows } = this.#options;
    const rows = this.#rowsBefore === 0 ? Math.min(FIRST_BATCH_ROWS, batchRows) : batchRows;
    if (this.#rows.length < rows && this.#characters < BATCH_CHARACTERS) return;
    this.#closeBatch();
    // The first batch goes out at once, so that work on it can begin.
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
    if (bytesWritten !== this.#pendingBytes) throw new Error('The disk took only a part of the rows.');
    this.#writtenBytes += bytesWritten;
    this.#batches = [];
    this.#pendingBytes = 0;
    this.#options.onWritten?.(this.#writtenBytes);
  }
}

/** How far a row file has been written; a reader waits for what is not there yet. */
export interface RowFileProgress {
  /** Bytes that can be read; grows. */
  readonly bytes: number;
  readonly isComplete: boolean;
  /** Fulfilled at the next change of either; rejected when the file will never be complete. */
  changed(): Promise<void>;
}

/**
 * The batches of a row file in order, those of a file in the making as they are written. Throws when the file is not
 * one, or was cut.
 */
export async function* readRowFile(path: string, making?: RowFileProgress): AsyncGenerator<RowBatch> {
  const file = await open(path, 'r');
  try {
    const progress = making ?? (await wholeFile(file));
    const header = Buffer.alloc(HEADER_BYTES);
    const read = async (into: Buffer, position: number) => {
      const { bytesRead } = await file.read(into, 0, into.length, position);
      if (bytesRead < into.length) throw new Error(`The row file ${path} was cut.`);
    };
    for (let position = 0; ; ) {
      const available = progress.bytes - position;
      if (available === 0) {
        if (progress.isComplete) break;
        await progress.changed();
        continue;
      }
      // The writer tells of whole batches only.
      if (available < HEADER_BYTES) throw new Error(`The row file ${path} ends within a batch.`);
      await read(header, position);
      const length = header.readUInt32LE(0);
      position += HEADER_BYTES + length;
      if (position > progress.bytes) throw new Error(`The row file ${path} ends within a batch.`);
      const batch = { rowCount: header.readUInt32LE(4), firstDataRow: header.readUInt32LE(8) };
      // Memory of its own, since a view would drag a larger block along to the thread.
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
