import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import { DomainError } from '../../errors.ts';
import { createLimiter } from '../../infra/limiter.ts';

/** argon2id at OWASP's minimum: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
const PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes at once, which leaves a core to other requests in a flood of log-ins, and requests that may wait. */
export const PASSWORD_QUEUE = {
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxQueue: 32,
} as const;

export interface Passwords {
  /** The hash to store. Throws BUSY under a flood. */
  hash(password: string): Promise<string>;
  /** Whether the password is right. Without a stored hash the same work is done and the answer is false. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/** Hashes and checks passwords exactly as received, a few at a time. */
export function createPasswords(): Passwords {
  const { run } = createLimiter({
    ...PASSWORD_QUEUE,
    busy: () => new DomainError('BUSY', 'Too many log-ins at once; try again in a moment.'),
  });
  // Nobody knows this password; it only makes an unknown address as slow as a known one.
  const dummy = hash(randomBytes(32), PARAMETERS);
  dummy.catch(() => undefined);
  return {
    hash: (password) => run(() => hash(password, PARAMETERS)),
    verify: (stored, password) =>
      run(async () => {
        const right = await verify(stored ?? (await dummy), password);
        return right && stored !== null;
      }),
  };
}
