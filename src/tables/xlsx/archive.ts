import { createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { openPromise } from 'yauzl';
import { TableError } from '../table-error.ts';
import type { TableLimits } from '../types.ts';
import { damaged } from './xml-scanner.ts';

const MAX_ENTRIES = 10_000;
const RATIO_FLOOR_BYTES = 8 * 1024 * 1024;
const INFLATE_CHUNK_BYTES = 128 * 1024;

/**
 * The parts of an XLSX package. A part is decompressed while it is read. The limits apply to the declared size before,
 * and to the actual size during decompression.
 */
export class XlsxArchive {
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;
  readonly #limits: TableLimits;
  #inflated = 0;

  private constructor(zip: ZipFile, entries: Map<string, Entry>, limits: TableLimits) {
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
  }

  /** Opens a ZIP file and reads its directory. Throws TABLE_UNREADABLE if there is none, as in a file that is cut off. */
  static async open(path: string, limits: TableLimits): Promise<XlsxArchive> {
    let zip: ZipFile;
    try {
      zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    } catch {
      throw damaged('its ZIP directory is missing or cut off');
    }
    try {
      return new XlsxArchive(zip, await readEntries(zip), limits);
    } catch (error) {
      zip.close();
      throw error instanceof TableError ? error : damaged('its ZIP directory cannot be read');
    }
  }

  close(): void {
    this.#zip.close();
  }

  has(name: string): boolean {
    return this.#entries.has(partKey(name));
  }

  /** The text of a part in pieces, or null if the package does not have the part. */
  findPart(name: string): AsyncGenerator<string> | null {
    const entry = this.#entries.get(partKey(name));
    return entry === undefined ? null : this.#read(entry);
  }

  /** The whole text of a small part, or null. */
  async findText(name: string): Promise<string | null> {
    const part = this.findPart(name);
    if (part === null) return null;
    let text = '';
    for await (const piece of part) text += piece;
    return text;
  }

  async *#read(entry: Entry): AsyncGenerator<string> {
    this.#checkSize(entry.uncompressedSize, entry.compressedSize);
    if (entry.isEncrypted()) throw damaged('it is encrypted');
    const isDeflated = entry.compressionMethod === 8;
    if (!isDeflated && entry.compressionMethod !== 0)
      throw damaged('it uses an unsupported compression method');
    const packed = await this.#open(entry, isDeflated);
    const inflate = isDeflated ? createInflateRaw({ chunkSize: INFLATE_CHUNK_BYTES }) : null;
    if (inflate !== null) packed.on('error', (error) => inflate.destroy(error)).pipe(inflate);
    const stream = inflate ?? packed;
    let decode: ((chunk?: Uint8Array) => string) | undefined;
    let size = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        size += chunk.length;
        this.#inflated += chunk.length;
        this.#checkSize(size, entry.compressedSize);
        decode ??= createDecoder(xmlEncoding(chunk), entry.fileName);
        yield decode(chunk);
      }
      decode?.();
    } catch (error) {
      throw error instanceof TableError
        ? error
        : damaged(`its part ${entry.fileName} cannot be decompressed`);
    } finally {
      packed.destroy();
      inflate?.destroy();
    }
  }

  /** The compressed bytes of a part. Throws if the directory points to a wrong position. */
  async #open(entry: Entry, isDeflated: boolean) {
    try {
      return await this.#zip.openReadStreamPromise(entry, isDeflated ? { decompress: false } : {});
    } catch {
      throw damaged(`its ZIP directory has a wrong position for the part ${entry.fileName}`);
    }
  }

  #checkSize(size: number, packedSize: number): void {
    const isTooDense = size > RATIO_FLOOR_BYTES && size > packedSize * this.#limits.maxInflateRatio;
    const total = Math.max(this.#inflated, size);
    if (!isTooDense && total <= this.#limits.maxInflatedBytes) return;
    const megabytes = Math.floor(this.#limits.maxInflatedBytes / 1024 / 1024);
    throw new TableError(
      'TABLE_TOO_LARGE',
      `The XLSX file is too large when decompressed (limits: ${megabytes} MB and ${this.#limits.maxInflateRatio} times the compressed size). Save the rows as CSV, or split them into several files.`,
    );
  }
}

async function readEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw damaged(`it has more than ${MAX_ENTRIES} parts`);
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(partKey(entry.fileName), entry);
  return entries;
}

/** Part names are case-insensitive (ECMA-376 part 2, 6.2.2.3). */
function partKey(name: string): string {
  return name.replace(/^\/+/, '').toLowerCase();
}

/** Decodes chunk by chunk; call it without a chunk at the end. Invalid bytes are an error, since names must not change. */
function createDecoder(encoding: string, part: string): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw damaged(`its part ${part} contains bytes that are not valid in ${encoding.toUpperCase()}`);
    }
  };
}

function xmlEncoding(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
