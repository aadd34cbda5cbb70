import type { Logger } from '../infra/logger.ts';

/** Runs one step of starting up and tells, at debug level, how long it took. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function createStep(logger: Logger): Step {
  return async (name, work) => {
    const began = performance.now();
    const result = await work();
    logger.debug({ step: name, ms: Math.round(performance.now() - began) }, `started ${name}`);
    return result;
  };
}
