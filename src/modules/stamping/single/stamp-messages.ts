import type { Problem, StampingErrorCode } from '../../../stamping/types.ts';

/** What a template is compiled from. `json` is the stored mappings text. */
export interface CompileRequest {
  pdf: Uint8Array;
  json: string | null;
  columns: readonly string[];
  flatten: boolean;
}

/** What stays known of a compiled template outside the thread. */
export interface CompiledFacts {
  /** Columns that fill nothing. */
  unused: readonly string[];
  targetCount: number;
}

export type StampCommand =
  | { kind: 'compile'; id: number; key: string; request: CompileRequest }
  | { kind: 'stamp'; id: number; key: string; values: readonly string[] }
  | { kind: 'forget'; key: string };

/** A whole document, or the problems that kept it from being one. */
export interface StampedDocument {
  bytes: Uint8Array;
  problems: Problem[];
}

export type StampReply =
  | { kind: 'compiled'; id: number; facts: CompiledFacts }
  | { kind: 'stamped'; id: number; document: StampedDocument }
  | { kind: 'refused'; id: number; code: StampingErrorCode; message: string }
  | { kind: 'failed'; id: number; message: string };
