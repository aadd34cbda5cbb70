import { PDFNumber, type PDFObject } from 'pdf-lib';
import type { FileIndex, Place } from './index-types.ts';
import { type ObjectStream, openObjectStream } from './object-stream.ts';
import { type IndirectReader, readIndirect } from './read-indirect.ts';
import { scanFile } from './scan-file.ts';

/** Finds the objects of a file by their numbers; where the index is wrong, by a scan of the file. */
export class ObjectFinder {
  readonly index: FileIndex;
  readonly #reader: IndirectReader;
  readonly #found = new Map<number, PDFObject | undefined>();
  readonly #containers = new Map<number, ObjectStream | undefined>();
  #scanned: FileIndex | undefined;

  constructor(reader: Omit<IndirectReader, 'findLength'>, index: FileIndex, isScanned: boolean) {
    this.index = index;
    this.#reader = { ...reader, findLength: (number) => this.#findLength(number) };
    this.#scanned = isScanned ? index : undefined;
  }

  /** The object, read once; undefined for a number that has none, or while that very object is being read. */
  find(number: number): PDFObject | undefined {
    if (this.#found.has(number)) return this.#found.get(number);
    this.#found.set(number, undefined);
    const place = this.index.places.get(number);
    // 7.3.10: a number the file does not know is null; the scan is for places that turn out wrong.
    const object = place && (this.#readAt(number, place) ?? this.#rescue(number));
    this.#found.set(number, object);
    return object;
  }

  #readAt(number: number, place: Place | undefined): PDFObject | undefined {
    if (place === undefined) return undefined;
    try {
      if ('container' in place) return this.#container(place.container)?.find(number);
      const read = readIndirect(this.#reader, place.offset);
      return read?.number === number ? read.object : undefined;
    } catch (error) {
      // Nested too deep: the object is as good as none.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #rescue(number: number): PDFObject | undefined {
    if (this.#scanned === this.index) return undefined;
    this.#scanned ??= scanFile(this.#reader);
    return this.#readAt(number, this.#scanned.places.get(number));
  }

  #container(number: number): ObjectStream | undefined {
    if (!this.#containers.has(number)) {
      this.#containers.set(number, openObjectStream(this.#reader.context, this.find(number)));
    }
    return this.#containers.get(number);
  }

  #findLength(number: number): number | undefined {
    const length = this.find(number);
    return length instanceof PDFNumber ? length.asNumber() : undefined;
  }
}
