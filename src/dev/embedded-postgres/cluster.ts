import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { persistSecret } from '../persisted-secret.ts';
import type { PostgresBinaries } from './binaries.ts';
import { findIdentity, type Identity, launchAs } from './run-as.ts';

/** A database cluster on disk: its folder, the user who runs it, and the password of its owner `postgres`. */
export interface Cluster {
  dataDir: string;
  identity: Identity | null;
  password: string;
}

interface ClusterOptions {
  /** The folder that holds `postgres/` and the password beside it. */
  parentDir: string;
  binaries: PostgresBinaries;
  /** False leaves out the final flush, for databases of one test run. */
  durable: boolean;
}

/** Finds the cluster in a folder or creates one. It is created under another name and renamed, so it is never incomplete. */
export async function prepareCluster({ parentDir, binaries, durable }: ClusterOptions): Promise<Cluster> {
  const dataDir = path.join(parentDir, 'postgres');
  const identity = await findIdentity(dataDir);
  const passwordOfOwner = path.join(parentDir, 'postgres-password');
  const isFound = await isWhole(dataDir);
  if (isFound) await checkCopy({ dataDir, passwordFile: passwordOfOwner, binaries });
  const password = await persistSecret(passwordOfOwner, () => randomBytes(24).toString('base64url'));
  if (isFound) return { dataDir, identity, password };
  if (await stat(dataDir).catch(() => null)) {
    throw new Error(`${dataDir} exists and is not a PostgreSQL data folder. Move it away and start again.`);
  }

  const fresh = `${dataDir}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  const passwordFile = `${fresh}-password`;
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (identity) {
      for (const file of [fresh, passwordFile]) await chown(file, identity.uid, identity.gid);
    }
    const args = [
      `--pgdata=${fresh}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same sorting and letter case on every machine, whatever locales it has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
    ];
    const launch = await launchAs(identity, {
      command: binaries.initdb,
      args,
      needs: [fresh, binaries.initdb],
    });
    await promisify(execFile)(launch.command, launch.args, { cwd: '/', env: {}, ...launch.identity });
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    const said = error instanceof Error && 'stderr' in error ? `\n${error.stderr}` : '';
    throw new Error(`PostgreSQL could not create its data folder ${dataDir}.${said}`, { cause: error });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(fresh, dataDir);
  return { dataDir, identity, password };
}

/** Throws if this program cannot open a database that an earlier one made, perhaps on another machine. */
async function checkCopy(options: {
  dataDir: string;
  passwordFile: string;
  binaries: PostgresBinaries;
}): Promise<void> {
  const { dataDir, passwordFile, binaries } = options;
  const version = (await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8')).trim();
  const { version: ours } = JSON.parse(await readFile(path.join(binaries.root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const major = ours.split('.')[0];
  if (version !== major) {
    throw new Error(
      `${dataDir} was created by PostgreSQL ${version}, and this program has PostgreSQL ${major}. ` +
        `Export it with pg_dump of PostgreSQL ${version}, move the folder away, start again, and import it with psql; ` +
        'or set DATABASE_URL to a PostgreSQL server that has the data.',
    );
  }
  if (!(await stat(passwordFile).catch(() => null))) {
    throw new Error(
      `${dataDir} is a database, but ${passwordFile}, which has its password, is missing. ` +
        'If you copied the data folder, stop the service and copy the whole folder again.',
    );
  }
}

async function isWhole(dataDir: string): Promise<boolean> {
  return stat(path.join(dataDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}
