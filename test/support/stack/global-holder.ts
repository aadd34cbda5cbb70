import type { ChildProcess } from 'node:child_process';

const KEY = Symbol.for('stamping-service.test-stack');
const globals = globalThis as { [KEY]?: ChildProcess };

/** Set-up and tear-down are loaded apart and share nothing but the global object. */
export function keepHolder(holder: ChildProcess): void {
  globals[KEY] = holder;
}

export function findHolder(): ChildProcess | undefined {
  return globals[KEY];
}
