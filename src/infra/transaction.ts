import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { hasCode } from './error-code.ts';

/** Deadlock, serialization failure: PostgreSQL has ended one of several transactions so that the others can go on. */
const COLLISIONS = ['40P01', '40001'];
const MAX_REPEATS = 2;

/**
 * Runs the work in a transaction of its own, and once or twice more when it collided with others. The work must leave
 * nothing behind but what it writes through its `em`.
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
