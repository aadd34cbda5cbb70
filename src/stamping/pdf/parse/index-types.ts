import type { PDFObject } from 'pdf-lib';

/** Where an object lies: at an offset of the file, or as one of the objects of an object stream. */
export type Place = { offset: number } | { container: number };

/** What a trailer or cross-reference stream says of the whole file (ISO 32000-1, table 15). */
export interface Trailer {
  Root?: PDFObject;
  Info?: PDFObject;
  ID?: PDFObject;
  Encrypt?: PDFObject;
}

/** The objects of a file and what its trailers say. */
export interface FileIndex {
  places: Map<number, Place>;
  trailer: Trailer;
}
