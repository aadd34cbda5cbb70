import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { hasCode } from './error-code.ts';

/** Deadlock and serialization failure: PostgreSQL aborted this transaction so that another can continue. */
const COLLISIONS = ['40P01', '40001'];
const MAX_REPEATS = 2;

/**
 * Runs `work` in a transaction of its own, and up to two more times if it collides with others. Its only side effects must
 * be the writes through its `em`.
 */
export function inTransaction<Result>(
  orm: MikroORM,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  return repeatingCollisions(() => orm.em.fork().transactional(work));
}

/** The same for a single statement, which is a transaction too. */
export async function repeatingCollisions<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await work();
    } catch (error) {
      const collided = COLLISIONS.some((code) => hasCode(error, code));
      if (!collided || repeats === MAX_REPEATS) throw error;
    }
  }
}
