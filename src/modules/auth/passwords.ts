import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import { DomainError } from '../../errors.ts';
import { createLimiter } from '../../infra/limiter.ts';

/** OWASP's minimum for argon2id, the library's default: 19 MiB, two passes, one lane. */
const PARAMETERS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Concurrent hashes, which leave a core for other requests, and waiting ones: of all clients, and of one. */
export const PASSWORD_QUEUE = {
  concurrency: Math.min(2, Math.max(1, availableParallelism() - 1)),
  maxQueue: 128,
  maxQueuePerOwner: 32,
} as const;

/** The client whose password it is. */
export interface PasswordClient {
  /** Its network address; addresses alternate. */
  owner: string;
  /** Aborting it removes the password while it waits. */
  signal?: AbortSignal;
}

/** Commands and the start of the service, which no client waits for. */
export const OPERATOR: PasswordClient = { owner: 'operator' };

export interface Passwords {
  /** The hash to store. Throws BUSY under load. */
  hash(password: string, client: PasswordClient): Promise<string>;
  /** Whether the password is right. Without a stored hash it takes the same time and returns false. Throws BUSY. */
  verify(stored: string | null, password: string, client: PasswordClient): Promise<boolean>;
}

/** Hashes and verifies passwords exactly as received, a few at a time. */
export function createPasswords(): Passwords {
  const { run } = createLimiter({
    ...PASSWORD_QUEUE,
    busy: () => new DomainError('BUSY', 'Too many log-ins at once. Try again in a moment.'),
  });
  // A random password, verified for unknown addresses so that they take as long as known ones.
  const dummy = hash(randomBytes(32), PARAMETERS);
  dummy.catch(() => undefined);
  return {
    hash: (password, { owner, signal }) => run(owner, () => hash(password, PARAMETERS), { signal }),
    verify: (stored, password, { owner, signal }) => {
      const work = async () => {
        const isRight = await verify(stored ?? (await dummy), password);
        return isRight && stored !== null;
      };
      return run(owner, work, { signal });
    },
  };
}
