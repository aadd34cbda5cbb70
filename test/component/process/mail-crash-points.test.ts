import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { getData, logIn } from '../../../src/client/client.ts';
import { runMain, startMain } from '../../support/program.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder, testTaskQueue } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const points = ['mail-sending', 'mail-sent'] as const;
const to = (kind: string, point: string) => `${kind}-${point}@example.com`;
const graph = {
  nodes: [
    { id: 'start', type: 'webhookTrigger', position: { x: 0, y: 0 }, data: {} },
    {
      ...{ id: 'mail', type: 'emailNode', position: { x: 0, y: 0 } },
      data: { to: '${event.to}', subject: 'Hello', body: 'It is done.' },
    },
  ],
  edges: [{ id: 'e', source: 'start', target: 'mail' }],
};

/**
 * The mail of an account may come twice, as one message, rather than not at all; that of a workflow is sent once or, if
 * nobody can know whether it was, not again.
 */
describe('a process killed while it hands over a mail', () => {
  let files: string[] = [];
  let undelivered: { recipient: string; lastError: string }[] = [];

  beforeAll(async () => {
    const folder = await testFolder('mail-crash');
    const databaseUrl = await emptyDatabaseUrl('mail-crash');
    const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    const env = {
      ...{ NODE_ENV: 'test', DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'info' },
      ...{ DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: await temporalAddress() },
      ...{
        TEMPORAL_TASK_QUEUE: testTaskQueue('mail-crash'),
        JWT_SECRET: 'the same secret in every life of it',
      },
    };
    const first = await runMain(env);
    const who = { email: 'admin@example.com', password: 'correct horse' };
    const api = await logIn({ baseUrl: first.url }, who);
    const body = { name: 'Mails', triggerType: 'webhook' as const, stepsJson: graph };
    const { publicId } = await getData(api.POST('/api/workflows', { body }));
    const params = { path: { publicId } };
    await getData(api.PUT('/api/workflows/{publicId}', { params, body: { status: 'ACTIVE' } }));
    first.kill('SIGTERM');
    await first.ended;

    for (const kind of ['workflow', 'account']) {
      for (const point of points) {
        const program = startMain({ ...env, CRASH_AT: point });
        const url = /http:\S+$/.exec(JSON.parse(await program.line(/ready at/)).msg)?.[0] ?? '';
        const post = (where: string, what: object) =>
          fetch(url + where, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(what),
          }).catch(() => null);
        if (kind === 'workflow') await post(`/api/workflows/${publicId}/webhook`, { to: to(kind, point) });
        else await post('/api/auth/register', { email: to(kind, point), password: 'correct horse' });
        expect(await program.ended).toBe('SIGKILL');
      }
    }
    // As when the leases of the dead have run out.
    const release = () =>
      database.query('update outgoing_mail set next_attempt_at = now() where next_attempt_at is not null');
    const last = await runMain(env);
    await until(async () => (await release()).rowCount === 0);
    const { rows } = await database.query('select recipient, last_error as "lastError" from outgoing_mail');
    undelivered = rows;
    await database.end();
    const mails = path.join(folder, 'data', 'mail');
    files = await Promise.all((await readdir(mails)).map((name) => readFile(path.join(mails, name), 'utf8')));
    last.kill('SIGTERM');
    await last.ended;
  }, 200_000);

  const messageIds = (recipient: string) =>
    files
      .filter((text) => text.includes(`To: ${recipient}`))
      .map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1]);

  test.each(points)('at %s: the mail of an account arrives, as one message however often', (point) => {
    expect(new Set(messageIds(to('account', point))).size).toBe(1);
  });

  test('before the hand-over: the mail of a workflow is not sent again, and the row says why', () => {
    expect(messageIds(to('workflow', 'mail-sending'))).toEqual([]);
    expect(undelivered).toContainEqual({
      recipient: to('workflow', 'mail-sending'),
      lastError: expect.stringMatching(/ended while it handed the mail over/),
    });
  });

  test('after the hand-over: the mail of a workflow was sent once and is not sent again', () => {
    expect(messageIds(to('workflow', 'mail-sent'))).toHaveLength(1);
  });
});
