import { readdir, readFile } from 'node:fs/promises';
import { openMainJob, openSession } from '../../support/main-job.ts';
import { runMain } from '../../support/program.ts';
import { testFolder } from '../../support/stack/stack.ts';

/** The whole program with its embedded servers, sandbox and threads; all secrets of its settings have this mark. */
const MARK = 'canary5528';
const onLinux = process.platform === 'linux' ? test : test.skip;

const program = await runMain({
  DATA_DIR: await testFolder('secrets-of-children'),
  ADMIN_PASSWORD: `${MARK} password`,
  JWT_SECRET: `${MARK}-${'x'.repeat(40)}`,
  JWT_PREVIOUS_SECRET: `${MARK}-${'y'.repeat(40)}`,
  SMTP_URL: `smtp://user:${MARK}@127.0.0.1:9`,
  AWS_SECRET_ACCESS_KEY: MARK,
});
afterAll(async () => {
  program?.kill('SIGTERM');
  await program?.ended;
});

/** The ids of all processes that this one has started, and those that they have started. */
async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]));
  }
  const found = [pid];
  for (const id of found) for (const [child, parent] of parents) if (parent === id) found.push(child);
  return found.slice(1);
}

onLinux('no process that the service starts has a secret of its settings', async () => {
  const session = await openSession(program.url, {
    email: 'admin@example.com',
    password: `${MARK} password`,
  });
  // Starts a sandbox process, which reads the template.
  await openMainJob(session);
  const { api } = await program.parts();
  const children = await descendantsOf(api?.pid ?? 0);
  const environments = await Promise.all(
    children.map(async (id) => ({
      command: (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' '),
      environment: await readFile(`/proc/${id}/environ`, 'utf8').catch(() => ''),
    })),
  );
  const started = environments.map(({ command }) => command).join('\n');
  for (const part of [/postgres/, /temporal/, /sandbox\/child/, /watchdog/]) expect(started).toMatch(part);
  expect(environments.filter(({ environment }) => environment.includes(MARK))).toEqual([]);
});
