import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
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
