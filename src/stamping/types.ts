import type { CellDate } from '../tables/types.ts';

/**
 * The public types of the stamping engine. It is independent of HTTP, the database and Temporal: its input is
 * bytes, mappings and text, its output bytes and problems.
 */

/** One member of `FieldMappings` as users write it. Unknown members are allowed. */
export interface FieldMapping {
  Alias?: string;
  FieldType?: 'text' | 'checkbox' | 'radio' | 'choice';
  ValueType?: 'Dynamic' | 'Static' | 'Ignore';
  ColumnHeader?: string;
  StaticValue?: string;
  FontFamily?: string;
  FontSize?: number;
  Align?: 'left' | 'center' | 'right';
  Format?: 'Currency' | 'Number' | 'Date' | 'Upper' | 'Lower' | 'Title';
  FormatPattern?: string;
  Default?: string;
  Required?: boolean;
  Overflow?: 'shrink' | 'wrap' | 'clip' | 'error';
  /** Position of placed text: page from 1, points from the top left of the page as displayed. */
  Page?: number;
  X?: number;
  Y?: number;
  Width?: number;
  Height?: number;
}

/** The stored mappings document. A bare string is short for a mapping with ValueType Dynamic. */
export interface TemplateMappings {
  TemplateTitle?: string;
  FieldMappings: Record<string, string | FieldMapping>;
}

export type FieldKind = 'text' | 'checkbox' | 'radio' | 'choice' | 'signature' | 'button';

/** One widget of a field, as in `GET /api/templates/{id}/fields`. */
export interface FieldInfo {
  name: string;
  type: FieldKind;
  /** From 1. */
  page: number;
  /** Points from the top left of the page as displayed. */
  x: number;
  y: number;
  width: number;
  height: number;
  options: { value: string; label: string }[];
  maxLength: number | null;
  multiline: boolean;
  required: boolean;
  readOnly: boolean;
  fontSize: number | null;
}

/** Pages and fields of an uploaded PDF. Plain data that can be sent between processes. */
export interface TemplateInventory {
  pageCount: number;
  /** Points, as displayed (rotation applied). */
  pages: { page: number; width: number; height: number }[];
  fields: FieldInfo[];
  /** Distinct full names of fillable fields in document order, without signature and button fields. */
  fillable: string[];
  /** Number of fields (not widgets). */
  fieldCount: number;
  /** Stamping invalidates the signatures of a signed template. */
  signed: boolean;
}

/** Stable codes of problems of one value in one row. */
export type ProblemCode =
  | 'GLYPH_MISSING'
  | 'REQUIRED_VALUE_MISSING'
  | 'OPTION_UNKNOWN'
  | 'TEXT_TOO_LONG'
  | 'TEXT_OVERFLOW'
  | 'CHECKBOX_VALUE_INVALID'
  | 'TEXT_SHRUNK'
  | 'TEXT_CLIPPED'
  | 'FORMAT_NOT_APPLICABLE'
  | 'FORMAT_AMBIGUOUS'
  | 'ERROR_CELL_BLANK'
  | 'NAME_DUPLICATE';

/** An error keeps the row from being stamped; a warning does not. */
export interface Problem {
  severity: 'error' | 'warning';
  code: ProblemCode;
  /** The column (or, for a static value, the field) the value came from. */
  column: string;
  value: string;
  /** The problem and how to fix it. */
  message: string;
}

export interface CompileOptions {
  /** The headers of the table (or a template's columns); `stamp` takes values in this order. */
  columns: readonly string[];
  /** Draw values into the page and remove the fields. Default false. */
  flatten?: boolean;
  /** Font files (TrueType) for characters that neither the form nor the bundled fonts have, in this order. */
  furtherFonts?: readonly string[];
}

interface StampResult {
  /**
   * The incremental update (ISO 32000-1, 7.5.6): `base` followed by `update` is one valid PDF. Empty when there are
   * errors.
   */
  update: Uint8Array;
  problems: Problem[];
}

export interface CompiledTemplate {
  /** The first part of every document. */
  readonly base: Uint8Array;
  /** Columns of the table with and without effect, and mapped columns that the table does not have. */
  readonly usage: { used: string[]; unused: string[]; missing: string[] };
  /** Mappings without effect: no such field, another mapping fills it, or no position on a page. */
  readonly idleMappings: string[];
  /** 0 when the template has nothing to fill (TEMPLATE_HAS_NO_TARGETS). */
  readonly targetCount: number;
  /** The problems that `stamp` would report for this row. Writes nothing. */
  check(values: readonly string[], dates?: readonly CellDate[]): Problem[];
  /** The values that this row's document has in each field and position that the row or the mappings fill. */
  read(values: readonly string[]): FieldValue[];
  /**
   * Pure: the same values and dates give the same bytes. `dates` has the full date of values that show only a part of
   * one. The update is written into the memory that `allocate` returns; by default new memory.
   */
  stamp(
    values: readonly string[],
    options?: { dates?: readonly CellDate[] | undefined; allocate?: (bytes: number) => Buffer },
  ): StampResult;
  /**
   * The same template for a job with these code points: its base contains one subset of each bundled font they need,
   * for all rows. For other characters a document contains its own subsets.
   */
  withFontsFor(characters: readonly number[]): CompiledTemplate;
}

/** The value of one field, or of one placed text, after default and format. */
export interface FieldValue {
  /** The full name of the field, or of the mapping of placed text. */
  field: string;
  /** Text, the state of a check box or radio group, the values of chosen options. */
  value: string;
}

/** Reasons for rejecting a PDF or a mappings document. */
type StampingErrorCode =
  | 'PDF_NOT_A_PDF'
  | 'PDF_DAMAGED'
  | 'PDF_ENCRYPTED'
  | 'PDF_NO_PAGES'
  | 'PDF_TOO_MANY_PAGES'
  | 'PDF_XFA_ONLY'
  | 'PDF_TOO_COMPLEX'
  | 'MAPPINGS_INVALID';

/** The error class of the stamping engine. Users see its message, which says how to fix the problem. */
export class StampingError extends Error {
  readonly code: StampingErrorCode;
  readonly paths: { path: string; message: string }[];

  constructor(code: StampingErrorCode, detail: string, paths: { path: string; message: string }[] = []) {
    super(detail);
    this.name = 'StampingError';
    this.code = code;
    this.paths = paths;
  }
}
