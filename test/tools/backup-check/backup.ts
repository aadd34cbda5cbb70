import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { until } from '../../support/until.ts';

const ARCHIVED_MS = 60_000;

/** Makes PostgreSQL archive its log segments in `archive`, from its next start on. */
export async function archiveLog(database: pg.Pool, archive: string): Promise<void> {
  const { rows } = await database.query<{ folder: string }>(
    "select current_setting('data_directory') as folder",
  );
  await mkdir(archive, { mode: 0o700 });
  await chownLike(archive, rows[0]?.folder ?? '');
  await database.query('alter system set archive_mode = on');
  const command = `test ! -f '${archive}/%f' && cp '%p' '${archive}/%f'`;
  await database.query(`alter system set archive_command = '${command.replaceAll("'", "''")}'`);
}

/**
 * Makes a base backup of the running server by copying its files (PostgreSQL, "Making a Base Backup Using the Low Level
 * API"). Recovery replays changes during the copy from the archived log.
 */
export async function copyCluster(
  database: pg.Pool,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const session = await database.connect();
  try {
    await session.query("select pg_backup_start('backup-check', true)");
    // cp exits with 1 if a file disappears during the copy. That is fine: recovery replays the change from the log.
    await promisify(execFile)('cp', ['-a', from, to]).catch((error: { code?: unknown }) => {
      if (error.code !== 1) throw error;
    });
    const { rows } = await session.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    const label = path.join(to, 'backup_label');
    await writeFile(label, rows[0]?.labelfile ?? '', { mode: 0o600 });
    await chownLike(label, from);
  } finally {
    session.release();
  }
  await rm(path.join(to, 'postmaster.pid'), { force: true });
  for (const segment of await readdir(path.join(to, 'pg_wal'), { withFileTypes: true })) {
    if (segment.isFile()) await rm(path.join(to, 'pg_wal', segment.name));
  }
}

/** Creates a named restore point and waits until its log segment is archived. */
export async function createRestorePoint(database: pg.Pool, name: string): Promise<void> {
  const { rows } = await database.query<{ segment: string }>(
    'select pg_walfile_name(pg_create_restore_point($1)) as segment',
    [name],
  );
  const segment = rows[0]?.segment ?? '';
  await database.query('select pg_switch_wal()');
  const isArchived = async () => {
    const stats = await database.query<{ last: string | null }>(
      'select last_archived_wal as last from pg_stat_archiver',
    );
    return (stats.rows[0]?.last ?? '') >= segment;
  };
  await until(isArchived, ARCHIVED_MS);
}

/** Configures a base backup to replay the archived log up to the restore point when it starts. */
export async function prepareRestore(cluster: string, archive: string, name: string): Promise<void> {
  const settings = [
    `restore_command = 'cp ''${archive}/%f'' ''%p'''`,
    `recovery_target_name = '${name}'`,
    "recovery_target_action = 'promote'",
    'archive_mode = off',
  ];
  await writeFile(path.join(cluster, 'postgresql.auto.conf'), `${settings.join('\n')}\n`, { flag: 'a' });
  const signal = path.join(cluster, 'recovery.signal');
  await writeFile(signal, '');
  await chownLike(signal, cluster);
}

/** Gives `file` the owner of `example`. If this process is root, PostgreSQL runs as another user. */
async function chownLike(file: string, example: string): Promise<void> {
  const { uid, gid } = await stat(example);
  await chown(file, uid, gid);
}
