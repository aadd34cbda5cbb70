import { appendFile, chmod, chown, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../src/dev/embedded-postgres/server.ts';
import type { Logger } from '../../../src/infra/logger.ts';
import type { Certificate } from './certificates.ts';

/** Starts a PostgreSQL that has this certificate and takes encrypted connections alone. Again: with another one. */
export async function startSecurePostgres(options: {
  /** The folder of its data. */
  folder: string;
  certificate: Certificate;
  logger: Logger;
}): Promise<EmbeddedPostgres> {
  const { folder, certificate, logger } = options;
  const start = () => startEmbeddedPostgres({ parentDir: folder, logger, durable: false });
  const data = path.join(folder, 'postgres');
  // The first start makes the data folder.
  if (!(await stat(data).catch(() => null))) await (await start()).stop();
  const { uid, gid } = await stat(data);
  for (const [name, text] of Object.entries({
    'server.crt': certificate.cert,
    'server.key': certificate.key,
  })) {
    const file = path.join(data, name);
    await writeFile(file, text);
    await chmod(file, 0o600);
    await chown(file, uid, gid);
  }
  await appendFile(path.join(data, 'postgresql.auto.conf'), "ssl = 'on'\n");
  const rules = path.join(data, 'pg_hba.conf');
  await writeFile(rules, (await readFile(rules, 'utf8')).replace(/^host\s/gm, 'hostssl '));
  return start();
}
