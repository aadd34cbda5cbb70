import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { migrations } from '../../migrations/index.ts';
import { readDatabaseUrl } from '../infra/database-url.ts';
import { createIdleTimeoutSocket } from '../infra/idle-timeout-socket.ts';
import { entities } from './entities.ts';

interface OrmSettings {
  url: string;
  poolMax: number;
  /** A connection without traffic for this long is closed. Default: never, because a migration may run long. */
  silenceMs?: number;
}

/** The options of the ORM, for `migrate` and the services. */
export function ormOptions({ url, poolMax, silenceMs }: OrmSettings): Options {
  return {
    clientUrl: url,
    driverOptions: {
      ssl: readDatabaseUrl(url).ssl,
      ...(silenceMs !== undefined && { stream: () => createIdleTimeoutSocket(silenceMs) }),
    },
    entities,
    extensions: [Migrator],
    // Instants are UTC, whatever the time zone of the server or database.
    forceUtcTimezone: true,
    pool: { min: 0, max: poolMax },
    migrations: {
      migrationsList: migrations,
      snapshot: false,
      silent: true,
      transactional: true,
      // Each migration has its own transaction, so that locks are held briefly.
      allOrNothing: false,
    },
    discovery: { warnWhenNoEntities: true },
  };
}

/** Connects. Throws when the database cannot be reached. */
export async function createOrm(settings: OrmSettings): Promise<MikroORM> {
  return MikroORM.init(ormOptions(settings));
}
