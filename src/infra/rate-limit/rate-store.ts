import { randomUUID } from 'node:crypto';
import type { Sql } from '../sql.ts';
import type { Slots } from './rate-slots.ts';

/** What is known of a key; version null: nobody has counted it yet. */
export interface RateRow {
  version: string | null;
  slots: Slots;
}

/** The list of each key that processes share. A port: tests bring one in memory. */
export interface RateStore {
  /** Replaces the list if it is still the one of `version`. Answers the row as it is now, and whether it was replaced. */
  replace(key: string, version: string | null, slots: Slots): Promise<RateRow & { isReplaced: boolean }>;
  /** Asks whoever has leased slots of the key to give back what they do not use. Milliseconds since 1970. */
  want(key: string, until: number): Promise<void>;
  /** Which of these keys somebody wants slots of. */
  findWanted(keys: readonly string[], now: number): Promise<string[]>;
}

export function createRateStore(sql: Sql): RateStore {
  return {
    async replace(key, version, slots) {
      const next = randomUUID();
      const freeAt = slots.at(-1)?.[0] ?? 0;
      const [row] = await sql<{ isReplaced: boolean; version: string | null; slots: string | null }>(
        REPLACE,
        [...[key, version, next, JSON.stringify(slots), Math.ceil(freeAt)]],
      );
      if (row?.isReplaced === true) return { isReplaced: true, version: next, slots };
      const kept = row?.slots ? (JSON.parse(row.slots) as Slots) : [];
      return { isReplaced: false, version: row?.version ?? null, slots: kept };
    },
    async want(key, until) {
      await sql(WANT, [key, until]);
    },
    async findWanted(keys, now) {
      const rows = await sql<{ key: string }>(FIND_WANTED, [keys, now]);
      return rows.map(({ key }) => key);
    },
  };
}

/** A row that is gone had nothing left to say; what this process knows of it is put in its place. */
const REPLACE = {
  name: 'rate_replace',
  text: `
    with written as (
      insert into rate_window as w (key, version, slots, free_at) values ($1, $3::uuid, $4, $5::bigint)
      on conflict (key) do update set version = excluded.version, slots = excluded.slots, free_at = excluded.free_at
      where w.version = $2::uuid
      returning 1
    )
    select exists (select from written) as "isReplaced", w.version, w.slots
    from (values (1)) one left join rate_window w on w.key = $1`,
};

const WANT = {
  name: 'rate_want',
  text: 'update rate_window set wanted_until = $2::bigint where key = $1',
};

const FIND_WANTED = {
  name: 'rate_wanted',
  text: 'select key from rate_window where key = any($1::text[]) and wanted_until > $2::bigint',
};
