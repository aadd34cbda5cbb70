/** The result for one file: a line of the results file. */
export interface FileResult {
  /** Path relative to the folder. */
  file: string;
  /** Size and modification time. A stored result is used while both are the same. */
  stamp: string;
  verdict: Verdict;
  /** Error code and message of the upload. */
  rejection?: { code: string; reason: string };
  pageCount?: number;
  fieldCount?: number;
  fillable?: number;
  signed?: boolean;
  /** Problems, and differences from other programs. */
  findings: Finding[];
  milliseconds: number;
}

/**
 * `accepted` and `rejected` are fine; findings are remarks. `differs`: the result differs from that of another program. The
 * others must not occur.
 */
export type Verdict = 'accepted' | 'rejected' | 'differs' | 'invalid' | 'crash' | 'hang';

export interface Finding {
  /** Name of the check. */
  check: string;
  detail: string;
  weight: 'note' | 'differs' | 'invalid' | 'crash';
}

export type WorkerMessage =
  | { step: string }
  | { result: Omit<FileResult, 'file' | 'stamp' | 'milliseconds'> };
