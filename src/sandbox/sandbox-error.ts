export type SandboxFailure = 'timeout' | 'memory' | 'crash' | 'busy' | 'closed';

/**
 * Why a job gave no answer of its own. `timeout`, `memory` and `crash` speak of what the job was given to read;
 * `busy` and `closed` of the pool.
 */
export class SandboxError extends Error {
  readonly failure: SandboxFailure;

  constructor(failure: SandboxFailure, message: string) {
    super(message);
    this.name = 'SandboxError';
    this.failure = failure;
  }

  /** True when the input itself was too much, so that trying again would end the same way. */
  get isInputAtFault(): boolean {
    return this.failure === 'timeout' || this.failure === 'memory' || this.failure === 'crash';
  }
}
