import type { FaceStyle } from '../fonts/bundled-face.ts';
import type { BundledFont } from '../fonts/bundled-font.ts';
import type { NumberOf } from '../pdf/serialize.ts';
import type { ProblemCode } from '../types.ts';

/** Collects the additions of one document to the base. */
export interface DocumentWriter {
  /** Adds an object; `source` without `obj` and `endobj`, one character for each byte. */
  object: (number: number, source: string) => void;
  /**
   * Starts an object whose pieces follow with `add`, from `obj` to `endobj`. Constant pieces can be prepared in
   * advance.
   */
  begin: (number: number) => void;
  add: (piece: string) => void;
  /** Adds operators at the end of a page's content, in page space. */
  draw: (page: number, operators: string) => void;
  /** Subsets of bundled fonts that all documents of a job share. */
  readonly shared: readonly BundledFont[];
  /** The document's own subset of a bundled font, for characters that no shared subset has. */
  ownFont: (style: FaceStyle) => BundledFont;
}

export type Report = (code: ProblemCode, message: string) => void;

/** Fills one field, or one position on a page. */
export interface Plan {
  /** Writes a value and reports its problems. After an error the document is discarded. */
  fill: (out: DocumentWriter, value: string, report: Report) => void;
  /** A fast test for checks: true when `fill` certainly has no problem to report. */
  canSkipCheck?: (value: string) => boolean;
  /** The stored value after filling: text, button state, or options. */
  storedValue: (value: string) => string;
}

/** Object numbers, for the final form of a plan. */
export interface Numbers {
  numberOf: (object: Parameters<NumberOf>[0]) => number;
  /** The source of a dictionary without the closing brackets. */
  head: (dict: import('../pdf/pdf-lib.ts').PDFDict) => string;
}

/** A plan before object numbers are known. The template's objects are already changed. */
export type PlanBuilder = (numbers: Numbers) => Plan;
