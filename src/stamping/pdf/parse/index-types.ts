import type { PDFObject } from '../pdf-lib.ts';

/** The location of an object: an offset in the file, or an object stream. */
export type Place = { offset: number } | { container: number };

/** Members of a trailer or cross-reference stream about the whole file (ISO 32000-1, table 15). */
export interface Trailer {
  Root?: PDFObject;
  Info?: PDFObject;
  ID?: PDFObject;
  Encrypt?: PDFObject;
}

/** The locations of a file's objects, and its trailer. */
export interface FileIndex {
  places: Map<number, Place>;
  trailer: Trailer;
}
