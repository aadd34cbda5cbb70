import { evaluationLimits } from './limits.ts';

/** The job causes `steps`, `time` and `memory`, but not `busy` and `closed`. */
export type EvaluationFailure = 'steps' | 'time' | 'memory' | 'busy' | 'closed';

const texts: Readonly<Record<EvaluationFailure, string>> = {
  steps: `takes more than ${evaluationLimits.steps} steps`,
  time: `takes longer than ${evaluationLimits.deadlineMs / 1000} seconds`,
  memory: `takes more than ${evaluationLimits.memoryMb} MB of memory`,
  busy: 'waits: too many evaluations of the account are at work',
  closed: 'was stopped: the service is stopping',
};

/** Why a job has no output. The message continues a sentence that names the job. */
export class EvaluationError extends Error {
  readonly failure: EvaluationFailure;

  constructor(failure: EvaluationFailure) {
    super(texts[failure]);
    this.name = 'EvaluationError';
    this.failure = failure;
  }

  /** True if the job caused the failure, so that a retry fails too. */
  get isCausedByInput(): boolean {
    return this.failure !== 'busy' && this.failure !== 'closed';
  }
}
