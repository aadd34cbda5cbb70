import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { migrations } from '../../migrations/index.ts';
import { readDatabaseUrl } from '../infra/database-url.ts';
import { createImpatientSocket } from '../infra/impatient-socket.ts';
import { entities } from './entities.ts';

export interface OrmSettings {
  url: string;
  poolMax: number;
  /** A connection on which nothing moves for this long is given up. Absent: never, as migrations need it. */
  silenceMs?: number;
}

/** Options of the one ORM set-up; `migrate` and the services share it. */
export function ormOptions({ url, poolMax, silenceMs }: OrmSettings): Options {
  return {
    clientUrl: url,
    driverOptions: {
      ssl: readDatabaseUrl(url).ssl,
      ...(silenceMs !== undefined && { stream: () => createImpatientSocket(silenceMs) }),
    },
    entities,
    extensions: [Migrator],
    // All instants are UTC; the zone of server or database never shows (decisions, section 1).
    forceUtcTimezone: true,
    pool: { min: 0, max: poolMax },
    migrations: {
      migrationsList: migrations,
      snapshot: false,
      silent: true,
      transactional: true,
      // Each in a transaction of its own: locks are held as short as can be.
      allOrNothing: false,
    },
    discovery: { warnWhenNoEntities: true },
  };
}

/** Connects. Throws when the database cannot be reached. */
export async function createOrm(settings: OrmSettings): Promise<MikroORM> {
  return MikroORM.init(ormOptions(settings));
}
