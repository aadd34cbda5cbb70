import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { SecretBox } from '../../../infra/secret-box.ts';
import { inTransaction } from '../../../infra/transaction.ts';
import { contextOf } from './two-factor.service.ts';

const BATCH = 200;

/** The number of secrets that were not encrypted with the current key, by outcome. */
interface ReEncrypted {
  reEncrypted: number;
  /** Encrypted with an unknown key: these accounts need a backup code or a reset of two-factor authentication. */
  unreadable: number;
}

/**
 * Re-encrypts every two-factor secret that is not encrypted with the current key, so that JWT_PREVIOUS_SECRET can be
 * removed. Safe while the service runs, in several processes at once, and after an interruption.
 */
export function createReEncryptSecrets({ orm, secretBox }: { orm: MikroORM; secretBox: SecretBox }) {
  return async (): Promise<ReEncrypted> => {
    const total = { reEncrypted: 0, unreadable: 0 };
    for (const place of SECRET_COLUMNS) {
      let after: number | null = 0;
      while (after !== null) after = await reEncryptBatch(place, after, total);
    }
    return total;
  };

  /** Returns the last account of the batch; null if there were none left. */
  async function reEncryptBatch(
    place: SecretColumn,
    after: number,
    total: ReEncrypted,
  ): Promise<number | null> {
    return inTransaction(orm, async (em) => {
      const rows = await findOld(em, place, after);
      for (const { id, sealed } of rows) {
        const secret = secretBox.open(sealed, contextOf(id));
        total[secret === null ? 'unreadable' : 'reEncrypted'] += 1;
        if (secret === null) continue;
        await em.execute(`update ${place.table} set ${place.column} = ? where ${place.account} = ?`, [
          secretBox.seal(secret, contextOf(id)),
          id,
        ]);
      }
      return rows.at(-1)?.id ?? null;
    });
  }

  /** Locks the rows, so that no request switches two-factor authentication on or off meanwhile. */
  async function findOld(em: EntityManager, { table, column, account }: SecretColumn, after: number) {
    const rows = await em.execute<{ id: string; sealed: string }[]>(
      `select ${account} as id, ${column} as sealed from ${table}
       where ${column} is not null and not starts_with(${column}, ?) and ${account} > ?
       order by ${account} limit ${BATCH} for no key update`,
      [secretBox.currentPrefix, after],
    );
    return rows.map(({ id, sealed }) => ({ id: Number(id), sealed }));
  }
}

interface SecretColumn {
  table: string;
  column: string;
  /** The column with the account's internal id. */
  account: string;
}

/** In the order in which a secret moves, so that one enabled meanwhile is found in its new column. */
const SECRET_COLUMNS: readonly SecretColumn[] = [
  { table: 'two_factor', column: 'pending_secret', account: 'user_id' },
  { table: 'user_account', column: 'totp_secret', account: 'id' },
];
