import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createOrm } from '../../../src/database/orm.ts';
import { startEmbeddedPostgres } from '../../../src/dev/embedded-postgres/server.ts';
import { createLogger } from '../../../src/infra/logger.ts';
import { runNodeProgram } from '../../support/node-program.ts';
import { testFolder } from '../../support/stack/stack.ts';
import { isAlive, until } from '../../support/until.ts';

const logger = createLogger({ LOG_LEVEL: 'silent' });

async function query(url: string, sql: string): Promise<unknown> {
  const orm = await createOrm({ url, poolMax: 1 });
  try {
    return await orm.em.getConnection().execute(sql);
  } finally {
    await orm.close(true);
  }
}

test('keeps committed data over kill -9 of itself and of its owner', async () => {
  const folder = await testFolder('data folder with spaces');
  const owner = runNodeProgram({
    file: path.join(import.meta.dirname, '../../support/dev/run-postgres.ts'),
    args: [folder],
  });
  const [, pid, url = ''] = (await owner.line(/^postgres /)).split(' ');
  await query(url, 'create table kept (n int)');
  await query(url, 'insert into kept values (1)');

  // Its guardians first, so that the server is really left over.
  for (const guardian of await childrenOf(owner.pid)) {
    if (guardian !== Number(pid)) process.kill(guardian, 'SIGKILL');
  }
  owner.kill('SIGKILL');
  await owner.ended;
  expect(isAlive(Number(pid))).toBe(true);

  const postgres = await startEmbeddedPostgres({ parentDir: folder, logger, durable: false });
  expect(isAlive(Number(pid))).toBe(false);
  expect(await query(postgres.url, 'select n from kept')).toEqual([{ n: 1 }]);

  // Killed while it runs, it comes back at the same address.
  const before = postgres.pid();
  process.kill(before, 'SIGKILL');
  await until(() => postgres.pid() !== before);
  expect(await query(postgres.url, 'select n from kept')).toEqual([{ n: 1 }]);
  await postgres.stop();
  expect(isAlive(postgres.pid())).toBe(false);
});

test('a folder that is something else is rejected and left as it is', async () => {
  const folder = await testFolder('postgres');
  await writeFile(path.join(folder, 'postgres'), 'my notes');
  await expect(startEmbeddedPostgres({ parentDir: folder, logger })).rejects.toThrow(
    'is not a PostgreSQL data folder',
  );
  expect(await readFile(path.join(folder, 'postgres'), 'utf8')).toBe('my notes');
});

async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return list.trim().split(/\s+/).map(Number);
}

describe('a copied data folder', () => {
  const copyOf = async (folder: string) => {
    const copy = await testFolder('copy');
    // With owners: as root, PostgreSQL runs as another user.
    await promisify(execFile)('cp', ['-a', `${folder}/.`, copy]);
    return copy;
  };
  const start = (parentDir: string) => startEmbeddedPostgres({ parentDir, logger, durable: false });

  test('says what is wrong and what to do, or starts', async () => {
    const folder = await testFolder('original');
    const original = await start(folder);
    await query(original.url, 'create table kept (n int)');
    await query(original.url, 'insert into kept values (1)');
    await expect(start(await copyOf(folder))).rejects.toThrow(
      /is a copy of .*, made while PostgreSQL was running \(process \d+\)\. .*copy the whole data folder again/,
    );
    await original.stop();

    const moved = await start(await copyOf(folder));
    expect(await query(moved.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await moved.stop();

    const reused = await copyOf(folder);
    await writeFile(path.join(reused, 'postgres/postmaster.pid'), `${process.pid}\n/elsewhere\n0\n5432\n`);
    // As root PostgreSQL runs as another user, which cannot signal this process; it then takes the file as stale.
    const outcome = await start(reused).then(
      (postgres) => postgres.stop().then(() => 'started'),
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/^started$|delete .*postmaster\.pid, and start again/);

    const older = await copyOf(folder);
    await writeFile(path.join(older, 'postgres/PG_VERSION'), '15\n');
    await expect(start(older)).rejects.toThrow(
      /was created by PostgreSQL 15, and this program has PostgreSQL 18\. Export it with pg_dump/,
    );

    const locked = await copyOf(folder);
    await rm(path.join(locked, 'postgres-password'));
    await expect(start(locked)).rejects.toThrow(/postgres-password, which has its password, is missing/);

    const torn = await copyOf(folder);
    await rm(path.join(torn, 'postgres/pg_wal'), { recursive: true });
    await expect(start(torn)).rejects.toThrow(/PostgreSQL did not start .*do not fit together/);
  });
});
