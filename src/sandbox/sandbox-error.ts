export type SandboxFailure = 'timeout' | 'memory' | 'crash' | 'busy' | 'closed';

/**
 * Why a job has neither output nor an error of its own. `timeout`, `memory` and `crash` are caused by the file that the
 * job reads, `busy` and `closed` by the pool.
 */
export class SandboxError extends Error {
  readonly failure: SandboxFailure;

  constructor(failure: SandboxFailure, message: string) {
    super(message);
    this.name = 'SandboxError';
    this.failure = failure;
  }

  /** True if the file caused the failure, so that a retry fails too. */
  get isCausedByInput(): boolean {
    return this.failure === 'timeout' || this.failure === 'memory' || this.failure === 'crash';
  }
}
