import type { CellDate } from '../tables/types.ts';

/**
 * The public types of the stamping engine. The engine knows nothing of HTTP, the database or Temporal:
 * bytes, mappings and text go in, bytes and problems come out.
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
  /** Placed text, for places without a field: page from 1, points from the top left of the page as displayed. */
  Page?: number;
  X?: number;
  Y?: number;
  Width?: number;
  Height?: number;
}

/** The stored mappings document. A bare string is short for a Dynamic column. */
export interface TemplateMappings {
  TemplateTitle?: string;
  FieldMappings: Record<string, string | FieldMapping>;
}

export type FieldKind = 'text' | 'checkbox' | 'radio' | 'choice' | 'signature' | 'button';

/** One widget of a field, as `GET /api/templates/{id}/fields` shows it. */
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

/** What an upload learns of a PDF. Plain data, so that it can cross a process boundary. */
export interface TemplateInventory {
  pageCount: number;
  /** Points, as displayed (rotation applied). */
  pages: { page: number; width: number; height: number }[];
  fields: FieldInfo[];
  /** Distinct full names of fields that can be filled, in document order (signature and button fields left out). */
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
  /** Says what to do. */
  message: string;
}

export interface CompileOptions {
  /** The headers of the table (or a template's columns); `stamp` takes values in this order. */
  columns: readonly string[];
  /** Draw values into the page and remove the fields. Default false. */
  flatten?: boolean;
  /** Font files (TrueType) asked for characters that neither the form nor the bundled fonts have, in this order. */
  furtherFonts?: readonly string[];
}

export interface StampResult {
  /** Bytes to append to `base`; base followed by update is one valid PDF. Empty when there are errors. */
  update: Uint8Array;
  problems: Problem[];
}

export interface CompiledTemplate {
  /** The shared part of every document. */
  readonly base: Uint8Array;
  /** Columns that fill something, columns that fill nothing, mapped columns that the table does not have. */
  readonly usage: { used: string[]; unused: string[]; missing: string[] };
  /** Mappings that fill nothing: no such field, none left of that name, no place. */
  readonly idleMappings: string[];
  /** 0 when the template has nothing to fill (TEMPLATE_HAS_NO_TARGETS). */
  readonly targetCount: number;
  /** The problems `stamp` would report for this row, without writing anything. */
  check(values: readonly string[], dates?: readonly CellDate[]): Problem[];
  /** What the document of this row holds in each field and place that the row or the mappings fill. */
  read(values: readonly string[]): FieldValue[];
  /**
   * Pure: the same values and dates give the same bytes. `dates` are those that the values show only a part of. The update
   * is written into what `allocate` gives, memory of its own by default.
   */
  stamp(
    values: readonly string[],
    options?: { dates?: readonly CellDate[] | undefined; allocate?: (bytes: number) => Buffer },
  ): StampResult;
  /**
   * The same template for a job that draws these code points: one subset of each bundled font it needs stands at the
   * end of its base, for all rows. Without it, and for characters not named, a document carries subsets of its own.
   */
  withFontsFor(characters: readonly number[]): CompiledTemplate;
}

/** What a filled document holds in one field, or at one place of text: after default and format. */
export interface FieldValue {
  /** The field's full name; for placed text that of its mapping. */
  field: string;
  /** Text, the state of a check box or radio group, the values of chosen options. */
  value: string;
}

/** Why a PDF or a mappings document was refused. */
export type StampingErrorCode =
  | 'PDF_NOT_A_PDF'
  | 'PDF_DAMAGED'
  | 'PDF_ENCRYPTED'
  | 'PDF_NO_PAGES'
  | 'PDF_TOO_MANY_PAGES'
  | 'PDF_XFA_ONLY'
  | 'PDF_TOO_COMPLEX'
  | 'MAPPINGS_INVALID';

/** The only error the engine throws on purpose; `detail` is fit for a user and says what to do. */
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
