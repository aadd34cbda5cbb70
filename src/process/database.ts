import { setTimeout as delay } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { migrate } from '../database/migrate.ts';
import { createOrm } from '../database/orm.ts';
import { hasCode } from '../infra/error-code.ts';
import type { Logger } from '../infra/logger.ts';

const OLDEST_SERVER = 140_000;
const RESPONDS_WITHIN_MS = 30_000;
/** Longer than any statement of a request or a run; migrations have no limit. */
const SILENCE_MS = 15_000;
/** Errors of a server that is still starting, or whose name does not resolve yet. */
const MAY_PASS = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', '57P03'];

interface DatabaseOptions {
  url: string;
  poolMax: number;
  logger: Logger;
}

/**
 * Connects, waiting for a database that is still starting, and applies missing migrations. Throws an error with advice when
 * the database is unreachable or too old.
 */
export async function openDatabase({ url, poolMax, logger }: DatabaseOptions): Promise<MikroORM> {
  const orm = await createOrm({ url, poolMax, silenceMs: SILENCE_MS });
  try {
    await checkServer(orm, url);
    const applied = await migrate({
      url,
      onBlocked: (err) => logger.warn({ err }, 'a migration waits for a lock; retrying'),
    });
    if (applied.length > 0) logger.info({ migrations: applied }, 'migrations applied');
    return orm;
  } catch (error) {
    await orm.close(true);
    throw error;
  }
}

async function checkServer(orm: MikroORM, url: string): Promise<void> {
  const deadline = Date.now() + RESPONDS_WITHIN_MS;
  for (;;) {
    try {
      const [row] = await orm.em.execute<{ version: number }[]>(
        "select current_setting('server_version_num')::int as version",
      );
      if (row && row.version >= OLDEST_SERVER) return;
      throw new UnusableDatabase(
        `PostgreSQL 14 or newer is required; the server reports ${row?.version ?? 'no version'}.`,
      );
    } catch (error) {
      const mayPass = MAY_PASS.some((code) => hasCode(error, code));
      if (!mayPass || Date.now() > deadline) throw explain(error, url);
      await delay(500);
    }
  }
}

class UnusableDatabase extends Error {}

function explain(error: unknown, url: string): Error {
  if (error instanceof UnusableDatabase) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const { host, pathname } = new URL(url);
  const advice =
    TLS_ADVICE.find(([said]) => said.test(reason))?.[1] ??
    'Check DATABASE_URL, or remove it to use the embedded PostgreSQL.';
  return new Error(`The database ${pathname.slice(1)} at ${host} cannot be used (${reason}). ${advice}`, {
    cause: error,
  });
}

/** By messages of Node, the driver and the server. */
const TLS_ADVICE: readonly [RegExp, string][] = [
  [
    /self-signed|unable to (verify|get)/i,
    'Set the certificate of its authority in DATABASE_URL: sslmode=verify-full&sslrootcert=/path.',
  ],
  [
    /certificate has expired|not yet valid/i,
    "Renew the server's certificate, or correct the clock of this machine.",
  ],
  [/does not match certificate/i, 'Use a host name of its certificate in DATABASE_URL.'],
  [/does not support SSL/i, 'Enable TLS on the server (ssl = on), or remove sslmode from DATABASE_URL.'],
  [/no pg_hba\.conf entry.*no encryption/i, 'Add sslmode=verify-full to DATABASE_URL.'],
  [
    /requires a valid client certificate|certificate authentication failed/i,
    'Set sslcert and sslkey in DATABASE_URL.',
  ],
];
