import type { SerializedError } from '../sandbox/serialize-error.ts';
import type { CompiledTemplate, FieldValue, Problem } from '../stamping/types.ts';
import type { ZipBase } from '../stamping/zip-entry.ts';
import type { KeptProblems, ProblemReport } from './problem-report.ts';

/** What a thread compiles a template from. */
export interface CompileInput {
  /** Shared between the threads, never written to. */
  pdf: Uint8Array;
  /** The stored mappings text. */
  json: string | null;
  columns: readonly string[];
  flatten: boolean;
  /** Font files for characters that the bundled fonts do not have. */
  furtherFonts?: readonly string[];
}

/** What the compiled template says of itself. */
export interface CompileResult {
  usage: CompiledTemplate['usage'];
  targetCount: number;
  idleMappings: CompiledTemplate['idleMappings'];
  /** Static mappings alone may fill a template without any column. */
  hasMappings: boolean;
}

/** One problem of one row, its row as a spreadsheet program numbers it. */
export interface RowProblem extends Problem {
  row: number;
}

export interface StampedBatch {
  /** Every error one by one; warnings are counted only. */
  report: ProblemReport;
  /** One a row: where its entry lies in `tails`, or null for a row that could not be stamped. */
  entries: ({ crc: number; size: number; tailLength: number } | null)[];
  tails: Uint8Array;
  /** Checksum of the base the entries continue; must be the one that `open` gave. */
  baseCrc: number;
}

/** A whole document, or the problems that kept it from being one. */
export interface StampedDocument {
  bytes: Uint8Array;
  problems: Problem[];
}

/**
 * What a thread can be asked. A template is compiled before anything else is asked of it; `characters` are the code
 * points a job's fonts have; `payload` is a batch of the row file.
 */
export type WorkerTask =
  | { action: 'compile'; template: string; spec: CompileInput }
  | { action: 'fill'; template: string; values: readonly string[] }
  | { action: 'read'; template: string; values: readonly string[] }
  | { action: 'open'; template: string; job: number; characters: readonly number[] }
  | { action: 'check'; job: number; payload: Uint8Array; kept: KeptProblems }
  | { action: 'stamp'; job: number; payload: Uint8Array };

export interface TaskResults {
  compile: CompileResult;
  fill: StampedDocument;
  read: { fields: FieldValue[] };
  open: ZipBase;
  check: ProblemReport;
  stamp: StampedBatch;
}

export type WorkerRequest = { id: number; task: WorkerTask } | { close: number } | { forget: string };
export type WorkerResponse =
  | { id: number; result: TaskResults[keyof TaskResults] }
  | { id: number; error: SerializedError };
