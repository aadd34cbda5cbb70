import { PDFNull, PDFNumber, type PDFObject } from '../pdf-lib.ts';
import type { FileIndex, Place } from './index-types.ts';
import { type ObjectStream, openObjectStream } from './object-stream.ts';
import { type IndirectReader, readIndirect } from './read-indirect.ts';

/** Finds the objects of a file by number and caches them. */
export class ObjectFinder {
  readonly index: FileIndex;
  readonly #reader: IndirectReader;
  readonly #found = new Map<number, PDFObject | undefined>();
  readonly #containers = new Map<number, ObjectStream | undefined>();
  /** An object was not at the location in the index. */
  isIndexWrong = false;

  constructor(reader: Omit<IndirectReader, 'findLength'>, index: FileIndex) {
    this.index = index;
    this.#reader = { ...reader, findLength: (number) => this.#findLength(number) };
  }

  /** Undefined for a number without an object (7.3.10: it is null), and for an object that is being read. */
  find(number: number): PDFObject | undefined {
    if (this.#found.has(number)) return this.#found.get(number);
    this.#found.set(number, undefined);
    const place = this.index.places.get(number);
    const object = place && this.#readAt(number, place);
    this.#found.set(number, object);
    return object;
  }

  #readAt(number: number, place: Place): PDFObject | undefined {
    try {
      const object =
        'container' in place
          ? this.#container(place.container)?.find(number)
          : this.#readDirect(number, place.offset);
      if (object === undefined) this.isIndexWrong = true;
      return object;
    } catch (error) {
      // Nested too deep: the object counts as missing.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #readDirect(number: number, offset: number): PDFObject | undefined {
    const read = readIndirect(this.#reader, offset);
    return read?.number === number ? (read.object ?? PDFNull) : undefined;
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
