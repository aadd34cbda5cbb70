import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Sealer } from '../../../infra/sealer.ts';
import { inTransaction } from '../../../infra/transaction.ts';
import { contextOf } from './two-factor.service.ts';

const BATCH = 200;

/** What became of the secrets that were not sealed with the current key. */
export interface ReEncrypted {
  reEncrypted: number;
  /** Sealed with a secret that is not known any more: their accounts need a backup code or a reset of two-factor. */
  unreadable: number;
}

export type ReEncryptSecrets = ReturnType<typeof createReEncryptSecrets>;

/**
 * Seals every two-factor secret anew that another key than the current one has sealed, so that the previous JWT_SECRET
 * can be taken away. It may run while people work, in several processes, and again after it was cut.
 */
export function createReEncryptSecrets({ orm, sealer }: { orm: MikroORM; sealer: Sealer }) {
  return async (): Promise<ReEncrypted> => {
    const total = { reEncrypted: 0, unreadable: 0 };
    for (const place of PLACES) {
      let after: number | null = 0;
      while (after !== null) after = await reEncryptBatch(place, after, total);
    }
    return total;
  };

  /** Answers the last account it looked at; null when there were none left. */
  async function reEncryptBatch(place: Place, after: number, total: ReEncrypted): Promise<number | null> {
    return inTransaction(orm, async (em) => {
      const rows = await findOld(em, place, after);
      for (const { id, sealed } of rows) {
        const secret = sealer.open(sealed, contextOf(id));
        total[secret === null ? 'unreadable' : 'reEncrypted'] += 1;
        if (secret === null) continue;
        await em.execute(`update ${place.table} set ${place.column} = ? where ${place.account} = ?`, [
          sealer.seal(secret, contextOf(id)),
          id,
        ]);
      }
      return rows.at(-1)?.id ?? null;
    });
  }

  /** The rows are locked: nobody switches two-factor off or on meanwhile. */
  async function findOld(em: EntityManager, { table, column, account }: Place, after: number) {
    const rows = await em.execute<{ id: string; sealed: string }[]>(
      `select ${account} as id, ${column} as sealed from ${table}
       where ${column} is not null and not starts_with(${column}, ?) and ${account} > ?
       order by ${account} limit ${BATCH} for no key update`,
      [sealer.currentPrefix, after],
    );
    return rows.map(({ id, sealed }) => ({ id: Number(id), sealed }));
  }
}

interface Place {
  table: string;
  column: string;
  /** The column with the account's internal id. */
  account: string;
}

/** In the order secrets move: one that is enabled meanwhile is met in its new place. */
const PLACES: readonly Place[] = [
  { table: 'two_factor', column: 'pending_secret', account: 'user_id' },
  { table: 'user_account', column: 'totp_secret', account: 'id' },
];
