import { setFlagsFromString } from 'node:v8';

/** A flag of V8 that its later versions may not have: a test looks for it. */
export const FLAG = '--memory-reducer-gc-count';

/**
 * Keeps compiled code while nothing is to be done. V8 collects garbage in an idle process to give memory back, and lets go
 * of the shapes of objects that no request holds at that moment and of the code that was compiled for them: the first
 * seconds after a quiet moment then cost up to nearly twice as much (ADR 51). Garbage is collected as ever when memory is
 * asked for.
 */
export function keepCompiledCode(): void {
  setFlagsFromString(`${FLAG}=0`);
}
