import type { CompiledTemplate, FieldValue, Problem } from '../stamping/types.ts';
import type { ZipBase } from '../stamping/zip-entry.ts';
import type { ProblemLimits, ProblemReport } from './problem-report.ts';

/** The input of a compilation. */
export interface CompileInput {
  /** Memory that all threads share. Read only. */
  pdf: Uint8Array;
  /** The stored mappings text. */
  json: string | null;
  /** Headers of the table, or the template's columns: values come in this order. */
  columns: readonly string[];
  flatten: boolean;
  /** Font files for characters that the bundled fonts do not have. */
  furtherFonts?: readonly string[];
}

/** The facts of a compiled template, as plain data. */
export interface CompileResult {
  usage: CompiledTemplate['usage'];
  targetCount: number;
  idleMappings: CompiledTemplate['idleMappings'];
  /** The template has mappings. Static mappings can fill it without any column. */
  hasMappings: boolean;
}

/** Rows of a table: consecutive, encoded as in `row-batch.ts`. */
export interface BatchInput {
  /** Counts data rows from 1. */
  firstDataRow: number;
  payload: Uint8Array;
}

/** The part of a batch that one task works on: it ends with the row that takes it beyond `milliseconds`. */
export interface BatchPart extends BatchInput {
  /** Rows of the batch that earlier tasks have done. */
  rowsDone: number;
  milliseconds: number;
}

/** The file name of one row, before duplicates get a number. `row` as a spreadsheet program numbers it. */
export interface RowName {
  row: number;
  name: string;
}

export interface CheckedBatch {
  report: ProblemReport;
  /** One for each row; null without a naming pattern. */
  names: RowName[] | null;
  /** False if rows of the batch remain for another task. */
  isComplete: boolean;
}

export interface StampedBatch extends CheckedBatch {
  /** One for each row: the size of its archive entry within `tails`, or null for a row with an error. */
  entries: ({ crc: number; size: number; tailLength: number } | null)[];
  tails: Uint8Array;
  /** Checksum of the base that the entries continue: the one that `open` returned. */
  baseCrc: number;
}

/** A whole PDF; no bytes when a value has an error. */
export interface StampedDocument {
  bytes: Uint8Array;
  problems: Problem[];
}

/** A job's settings in a thread. `characters` are the code points of the job's shared fonts. */
export interface OpenInput {
  characters: readonly number[];
  namingPattern: string | null;
}

/** Tasks of a thread. A template is compiled before any other task names it. */
export type StampingTask =
  | { action: 'compile'; template: string; input: CompileInput }
  | { action: 'fill'; template: string; values: readonly string[] }
  | { action: 'read'; template: string; values: readonly string[] }
  | { action: 'open'; template: string; job: number; input: OpenInput }
  | { action: 'check'; job: number; batch: BatchPart; limits: ProblemLimits }
  | { action: 'stamp'; job: number; batch: BatchPart };

export interface TaskResults {
  compile: CompileResult;
  fill: StampedDocument;
  read: { fields: FieldValue[] };
  open: ZipBase;
  check: CheckedBatch;
  stamp: StampedBatch;
}

/** A thread no longer needs the job with this id, or the template with this key. */
export type StampingNotice = { close: number } | { evict: string };
