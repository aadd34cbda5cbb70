import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { type RunningProgram, runMain, startMain } from '../../support/program.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder, testTaskQueue } from '../../support/stack/stack.ts';
import { isAlive, until } from '../../support/until.ts';

/** With no address given, the program brings up its own PostgreSQL and Temporal server. */
describe('the program on one machine', () => {
  let folder: string;
  let program: RunningProgram;

  beforeAll(async () => {
    // Characters with a meaning in a URI have none in the name of a folder.
    folder = path.join(await testFolder('program'), 'C# data? 100%41');
    program = await runMain({ DATA_DIR: folder });
  });

  afterAll(async () => {
    program.kill('SIGKILL');
    await program.ended;
  });

  async function partPids(): Promise<{ postgres: number; temporal: number }> {
    const { postgres, temporal } = await program.parts();
    return { postgres: postgres?.pid ?? 0, temporal: temporal?.pid ?? 0 };
  }

  async function logIn(): Promise<number> {
    const response = await fetch(`${program.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.com', password: 'correct horse' }),
    });
    return response.status;
  }

  test('shows what runs, to its owner alone', async () => {
    const { api, postgres, temporal } = await program.parts();
    expect(api).toEqual({ pid: program.pid, url: program.url });
    expect(postgres?.url).toMatch(/^postgresql:\/\/postgres:.+@127\.0\.0\.1:\d+\/postgres$/);
    expect(temporal?.address).toMatch(/^127\.0\.0\.1:\d+$/);
    expect((await fetch(temporal?.uiUrl ?? '')).status).toBe(200);
    for (const file of ['run.json', 'jwt-secret', 'postgres-password']) {
      expect([file, (await stat(path.join(folder, file))).mode & 0o777]).toEqual([file, 0o600]);
    }
  });

  test('keeps everything in its folder, whatever that is called', async () => {
    expect(await readdir(path.dirname(folder))).toEqual([path.basename(folder)]);
    expect(await readdir(path.join(folder, 'temporal'))).toContain('temporal.db');
  });

  test('lives, is ready, and its first administrator can log in', async () => {
    expect((await fetch(`${program.url}/livez`)).status).toBe(200);
    expect(await logIn()).toBe(200);
  });

  test('runs no process for untrusted files before the first upload', async () => {
    if (process.platform !== 'linux') return;
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const read = (name: string, file: string) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '');
    const children: string[] = [];
    for (const name of names) {
      if (!(await read(name, 'status')).includes(`\nPPid:\t${program.pid}\n`)) continue;
      children.push(await read(name, 'cmdline'));
    }
    // The embedded servers are children too, so an empty list would mean that the search finds nothing.
    expect(children.filter((line) => line.includes('postgres'))).toHaveLength(1);
    expect(children.filter((line) => line.includes('sandbox/child.ts'))).toEqual([]);
  });

  test('a second one on the same folder is rejected and learns who has it', async () => {
    const second = startMain({ DATA_DIR: folder, PORT: new URL(program.url).port });
    expect(await second.ended).toBe(1);
    expect(second.lines.join('\n')).toContain(`is in use by process ${program.pid} at ${program.url}`);
    expect(await program.ready()).toBe(true);
  });

  test.each(['postgres', 'temporal'] as const)('comes back by itself after kill -9 of %s', async (part) => {
    const before = await program.parts();
    const pid = before[part]?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    await until(async () => (await partPids())[part] !== pid);
    await until(program.ready);
    const after = await program.parts();
    expect({ ...after[part], pid: 0 }).toEqual({ ...before[part], pid: 0 });
    expect(await logIn()).toBe(200);
  });

  test('after kill -9 of itself the next start has everything and nothing is left over', async () => {
    const left = await partPids();
    program.kill('SIGKILL');
    await program.ended;
    program = await runMain({ DATA_DIR: folder });
    expect(isAlive(left.postgres)).toBe(false);
    expect(isAlive(left.temporal)).toBe(false);
    expect(await logIn()).toBe(200);
  });

  test('on SIGTERM it ends with 0, and its services with it', async () => {
    const parts = await partPids();
    program.kill('SIGTERM');
    // A terminal's Ctrl-C arrives twice when npm passes it on; that is not a wish to cut the end short.
    program.kill('SIGINT');
    expect(await program.ended).toBe(0);
    expect(isAlive(parts.postgres)).toBe(false);
    expect(isAlive(parts.temporal)).toBe(false);
    expect(JSON.parse(await readFile(path.join(folder, 'run.json'), 'utf8'))).toEqual({});
  });
});

test('wrong settings are all named at once, and nothing starts', async () => {
  const folder = path.join(await testFolder('program'), 'none');
  const program = startMain({ DATA_DIR: folder, PORT: 'http', ROLE: 'boss' });
  expect(await program.ended).toBe(1);
  const said = program.lines.join('\n');
  expect(said).toContain('PORT');
  expect(said).toContain('ROLE');
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('a database that cannot be used is named with what to do, and no service is left', async () => {
  const url = new URL(await emptyDatabaseUrl('program'));
  url.password = 'a wrong secret';
  const program = startMain({
    DATA_DIR: await testFolder('program'),
    DATABASE_URL: url.href,
    TEMPORAL_ADDRESS: await temporalAddress(),
    TEMPORAL_TASK_QUEUE: testTaskQueue('program'),
  });
  expect(await program.ended).toBe(1);
  const said = program.lines.join('\n');
  expect(said).toMatch(/The database \S+ at \S+ cannot be used .*Check DATABASE_URL/);
  expect(said).not.toContain('wrong');
});

test.each([
  ['a port in use', { PORT: 'taken' }, /Port \d+ on 127\.0\.0\.1 is in use\. Set PORT to a different port/],
  [
    'a host that is not this machine',
    { HOST: '192.0.2.1' },
    /HOST 192\.0\.2\.1 is not an address of this machine/,
  ],
])(
  '%s is rejected before any service is started',
  async (_, { PORT, ...env }: Record<string, string>, message) => {
    const taker = createServer();
    await once(taker.listen(0, '127.0.0.1'), 'listening');
    const { port } = taker.address() as AddressInfo;
    const folder = path.join(await testFolder('program'), 'none');
    const program = startMain({
      DATA_DIR: folder,
      ...env,
      ...(PORT === undefined ? {} : { PORT: String(port) }),
    });
    expect(await program.ended).toBe(1);
    expect(program.lines.join('\n')).toMatch(message);
    expect((await readdir(folder)).filter((name) => /postgres|temporal/.test(name))).toEqual([]);
    taker.close();
  },
);
