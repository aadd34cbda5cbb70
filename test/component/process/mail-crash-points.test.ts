import path from 'node:path';
import pg from 'pg';
import { getData, logIn } from '../../../src/client/client.ts';
import { crashPoints } from '../../../src/infra/crash-points.ts';
import { type MailSink, startMailSink } from '../../support/mails/mail-sink.ts';
import { runMain, startMain } from '../../support/program.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder, testTaskQueue } from '../../support/stack/stack.ts';
import { until } from '../../support/until.ts';

const points = crashPoints.filter((point) => point.startsWith('mail'));
const accountPoints = ['mail-sending', 'mail-sent'];
const to = (kind: string, point: string) => `${kind}-${point}@example.com`;
const graph = {
  nodes: [
    { id: 'start', type: 'webhookTrigger', position: { x: 0, y: 0 }, data: {} },
    {
      id: 'mail',
      type: 'emailNode',
      position: { x: 0, y: 0 },
      data: { to: '${event.to}', subject: 'Hello', body: 'It is done.' },
    },
  ],
  edges: [{ id: 'e', source: 'start', target: 'mail' }],
};

async function createMailWorkflow(baseUrl: string): Promise<string> {
  const api = await logIn({ baseUrl }, { email: 'admin@example.com', password: 'correct horse' });
  const body = { name: 'Mails', triggerType: 'webhook' as const, stepsJson: graph };
  const { publicId } = await getData(api.POST('/api/workflows', { body }));
  const params = { path: { publicId } };
  await getData(api.PUT('/api/workflows/{publicId}', { params, body: { status: 'ACTIVE' } }));
  return publicId;
}

/**
 * The whole program and a mail server that outlives it. The mail of an account may arrive twice, as one message, rather
 * than not at all; that of a workflow is sent once or, if it is unknown whether it was, not again.
 */
describe('a process killed on the way of a mail', () => {
  let sink: MailSink;
  let runs: { status: string; output: string }[] = [];
  let undelivered: { recipient: string; lastError: string }[] = [];

  beforeAll(async () => {
    sink = await startMailSink();
    const folder = await testFolder('mail-crash');
    const databaseUrl = await emptyDatabaseUrl('mail-crash');
    const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    const env = {
      NODE_ENV: 'test',
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'info',
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: await temporalAddress(),
      TEMPORAL_TASK_QUEUE: testTaskQueue('mail-crash'),
      SMTP_URL: sink.url,
      JWT_SECRET: 'the same secret in every life of it',
      STAMP_THREADS: '1',
      SANDBOX_PROCESSES: '1',
    };
    const isOver = async () => {
      const { rows } = await database.query<{ open: number }>(`
        select (select count(*) from run where ended_at is null)::int
             + (select count(*) from outgoing_mail where next_attempt_at < now() + interval '10 minutes')::int as open`);
      return rows[0]?.open === 0;
    };
    const finish = async () => {
      const program = await runMain(env);
      await until(isOver);
      program.kill('SIGTERM');
      await program.ended;
    };
    const lives = [
      ...accountPoints.map((point) => ({ kind: 'account', point })),
      ...points.toReversed().map((point) => ({ kind: 'workflow', point })),
    ];
    let workflowId: string | undefined;
    for (const { kind, point } of lives) {
      const program = startMain({ ...env, CRASH_AT: point });
      const url = /http:\S+$/.exec(JSON.parse(await program.line(/ready at/)).msg)?.[0] ?? '';
      // The first life creates the workflow that all use.
      workflowId ??= await createMailWorkflow(url);
      const post = (where: string, what: object) =>
        fetch(url + where, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(what),
        }).catch(() => null);
      if (kind === 'workflow') await post(`/api/workflows/${workflowId}/webhook`, { to: to(kind, point) });
      else await post('/api/auth/register', { email: to(kind, point), password: 'correct horse' });
      expect(await program.ended).toBe('SIGKILL');
      // Mails wait until all lives are over, runs do not: no life reaches its point because of an earlier one.
      await database.query(
        "update outgoing_mail set next_attempt_at = now() + interval '1 hour' where next_attempt_at is not null",
      );
      if (point === 'mail-owed') await finish();
    }
    await database.query(
      'update outgoing_mail set next_attempt_at = now() where next_attempt_at is not null',
    );
    await finish();
    runs = (
      await database.query(
        `select r.status, n.output from run r join run_node n on n.run_id = r.id where n.node_id = 'mail'`,
      )
    ).rows;
    undelivered = (await database.query('select recipient, last_error as "lastError" from outgoing_mail'))
      .rows;
    await database.end();
  });
  afterAll(() => sink.close());

  const messageIds = (recipient: string) =>
    sink.mails
      .filter(({ envelope }) => envelope.to.includes(recipient))
      .map(({ parsed }) => parsed.messageId);

  test.each(accountPoints)('at %s: the mail of an account arrives, as one message however often', (point) => {
    const ids = messageIds(to('account', point));
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(point === 'mail-sent' ? 2 : 1);
  });

  test.each(points.filter((point) => point !== 'mail-sending'))(
    'at %s: the mail of a workflow arrives once, under the id its run shows',
    (point) => {
      const recipient = to('workflow', point);
      const [id, ...more] = messageIds(recipient);
      expect(more).toEqual([]);
      const run = runs.find(({ output }) => JSON.parse(output).recipients.includes(recipient));
      expect(run?.status).toBe('COMPLETED');
      expect(id).toContain(JSON.parse(run?.output ?? '').messageIds[0]);
    },
  );

  test('before the hand-over: the mail of a workflow is not sent again, and the row says why', () => {
    expect(messageIds(to('workflow', 'mail-sending'))).toEqual([]);
  });

  test('a mail that may not have arrived is reported, and nothing else is', () => {
    const lastError = expect.stringMatching(/ended while it sent the mail/);
    expect(undelivered.toSorted((a, b) => a.recipient.localeCompare(b.recipient))).toEqual([
      { recipient: to('workflow', 'mail-sending'), lastError },
      { recipient: to('workflow', 'mail-sent'), lastError },
    ]);
  });
});
