import type { WireError } from '../../../sandbox/wire-error.ts';
import type { CompiledTemplate, Problem, TemplateMappings } from '../../../stamping/types.ts';
import type { ZipBase } from '../../../stamping/zip-entry.ts';

/** What a thread needs to compile a job's template. */
export interface StampJobSpec {
  /** Shared between the threads, never written to. */
  pdf: Uint8Array;
  mappings: TemplateMappings | null;
  columns: readonly string[];
  flatten: boolean;
  /** Code points of all rows. */
  characters: readonly number[];
}

/** What the compiled template says of itself. */
export interface OpenedJob {
  usage: CompiledTemplate['usage'];
  targetCount: number;
  base: ZipBase;
}

/** One problem of one row, its row as a spreadsheet program numbers it. */
export interface RowProblem extends Problem {
  row: number;
}

export interface CheckedBatch {
  rowCount: number;
  problems: RowProblem[];
}

export interface StampedBatch extends CheckedBatch {
  /** One a row: where its entry lies in `tails`, or null for a row that could not be stamped. */
  entries: ({ crc: number; size: number; tailLength: number } | null)[];
  tails: Uint8Array;
  /** Checksum of the base the entries continue; must be the one of `OpenedJob.base`. */
  baseCrc: number;
}

/** What a thread can be asked. `payload` is a batch of the row file. */
export type ThreadTask =
  | { action: 'open'; job: number; spec: StampJobSpec }
  | { action: 'check'; job: number; payload: Uint8Array }
  | { action: 'stamp'; job: number; payload: Uint8Array };

export interface TaskResults {
  open: OpenedJob;
  check: CheckedBatch;
  stamp: StampedBatch;
}

export type ThreadRequest = { id: number; task: ThreadTask } | { close: number };
export type ThreadResponse =
  | { id: number; result: OpenedJob | CheckedBatch | StampedBatch }
  | { id: number; error: WireError };
