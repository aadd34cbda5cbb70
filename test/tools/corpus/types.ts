/** What the corpus run learns of one file, as one line of the results. */
export interface FileResult {
  /** Path inside the folder that is run. */
  file: string;
  /** Size and time of change: a result counts as long as both are the same. */
  stamp: string;
  verdict: Verdict;
  /** Why a template was refused, in the service's words. */
  refusal?: { code: string; reason: string };
  pageCount?: number;
  fieldCount?: number;
  fillable?: number;
  signed?: boolean;
  /** Everything that is not as it should be, or not as others have it. */
  findings: Finding[];
  milliseconds: number;
}

/**
 * `accepted` and `refused` are fine, with findings as remarks; `differs` shows something else than others do. The
 * rest must not happen.
 */
export type Verdict = 'accepted' | 'refused' | 'differs' | 'invalid' | 'crash' | 'hang';

export interface Finding {
  /** Which comparison found it. */
  check: string;
  detail: string;
  weight: 'note' | 'differs' | 'invalid' | 'crash';
}

export type WorkerMessage =
  | { step: string }
  | { result: Omit<FileResult, 'file' | 'stamp' | 'milliseconds'> };
