import type { FaceStyle } from '../fonts/bundled-face.ts';
import type { BundledFont } from '../fonts/bundled-font.ts';
import type { NumberOf } from '../pdf/serialize.ts';
import type { ProblemCode } from '../types.ts';

/** Collects what one document adds to the base. */
export interface DocumentWriter {
  /** An object of the document's own; `source` without `obj` and `endobj`, one character a byte. */
  object: (number: number, source: string) => void;
  /** The same in pieces: they follow with `add`, from `obj` to `endobj`. What never changes can be joined beforehand. */
  begin: (number: number) => void;
  add: (piece: string) => void;
  /** Operators at the end of a page's content, in page space. */
  draw: (page: number, operators: string) => void;
  /** Subsets of bundled fonts that all documents of a job have. */
  readonly shared: readonly BundledFont[];
  /** The document's own subset of a bundled font, for characters no shared subset has. */
  ownFont: (style: FaceStyle) => BundledFont;
}

export type Report = (code: ProblemCode, message: string) => void;

/** Fills one field or place of a document. */
export interface Plan {
  /** Writes a value; problems are reported, and what is written after an error is thrown away. */
  fill: (out: DocumentWriter, value: string, report: Report) => void;
  /** A cheap look at a value for who only checks: true when `fill` has nothing to report of it for certain. */
  canSkipCheck?: (value: string) => boolean;
  /** What the field or place holds once filled with a value: its text, the state of its buttons, its options. */
  storedValue: (value: string) => string;
}

/** How a plan refers to objects once all numbers are known. */
export interface Numbers {
  numberOf: (object: Parameters<NumberOf>[0]) => number;
  /** A dictionary's source up to, and without, its closing brackets. */
  head: (dict: import('pdf-lib').PDFDict) => string;
}

/** A plan before the numbers are known: it has changed the template's objects and says how to go on. */
export type PlanBuilder = (numbers: Numbers) => Plan;
