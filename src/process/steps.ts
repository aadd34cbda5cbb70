import type { Logger } from '../infra/logger.ts';
import { type Closers, Closing } from './closers.ts';

/** Runs one step of the start and logs its duration at debug level. Throws when the process is already ending. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export function createStep(logger: Logger, closers: Pick<Closers, 'isClosing'>): Step {
  return async (name, work) => {
    if (closers.isClosing()) throw new Closing(name);
    const began = performance.now();
    const result = await work();
    logger.debug({ step: name, ms: Math.round(performance.now() - began) }, `started ${name}`);
    return result;
  };
}
