import { pino } from 'pino';
import type { Mail } from '../../src/infra/mailer/mail.ts';
import { createMailOutbox } from '../../src/infra/mailer/mail-outbox.ts';
import { createMailSender } from '../../src/infra/mailer/mail-sender.ts';
import { createFolderStorage } from '../../src/infra/object-storage/folder-storage.ts';
import { createSql } from '../../src/infra/sql.ts';
import { createWorkflowMailComposer } from '../../src/modules/runs/workflow-mail-composer.ts';
import { workflowMailLimits } from '../../src/modules/runs/workflow-mail-texts.ts';
import { createWorkflowMails } from '../../src/modules/runs/workflow-mails.ts';
import { createTestClock } from '../support/clock.ts';
import { openOrm } from '../support/orm.ts';
import { testDatabaseUrl, testFolder } from '../support/stack/stack.ts';

const RUN = 'run_00000000000000000000000001';
const clock = createTestClock('2026-11-28T12:00:00Z');

const orm = await openOrm({ url: await testDatabaseUrl('workflow-mails'), poolMax: 5 });
const folder = await testFolder('workflow-mails');
await orm.em.fork().execute(`
    insert into user_account (id, public_id, email, password_hash) values (1, 'usr_1', 'a@example.com', 'x');
    insert into workflow (id, public_id, owner_id, name) values (1, 'wrk_1', 1, 'w');
    insert into graph_version (id, workflow_id, number, steps_json, created_by_id) values (1, 1, 1, '{}', 1);
    insert into webhook_event (id, public_id, workflow_id, graph_version_id, payload)
      values (1, 'evt_1', 1, 1, '{}');
    insert into run (id, public_id, event_id, workflow_id, graph_version_id, engine_workflow_id)
      values (1, '${RUN}', 1, 1, 1, 'evt_1');
    insert into document (public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
      storage_key, size, sha256) values ('doc_1', 1, 1, 'fill', 'tpl_1', 1, 'Ada.pdf', 'documents/doc_1.pdf', 4, 'x');`);
beforeEach(() =>
  orm.em
    .fork()
    .execute(
      'delete from outgoing_mail; delete from workflow_mail; delete from mail_day; update run set mails = 0',
    ),
);

const mails = (mailsPerDay = 0) => createWorkflowMails({ sql: createSql(orm), mailsPerDay });
const mail = (more: object = {}) => ({
  runId: RUN,
  nodeId: 'mail',
  itemIndex: -1,
  to: 'b@example.com',
  subject: 'For Ada',
  body: 'One.\n\nTwo.',
  attach: [{ nodeId: 'fill', itemIndex: -1 }],
  ...more,
});
const execute = (text: string) => orm.em.fork().execute<Record<string, unknown>[]>(text);
const rows = () => execute('select * from outgoing_mail order by id');

/** A sender whose transport records its mails, or fails; `before` runs before each mail is composed. */
function senderOf(act: (mail: Mail) => Promise<void> = async () => {}, before = async () => {}) {
  const sql = createSql(orm);
  const sent: Mail[] = [];
  const storage = createFolderStorage(folder);
  const transport = {
    send: async (given: Mail) => {
      await act(given);
      sent.push(given);
    },
    close: async () => {},
  };
  const { workflow } = createWorkflowMailComposer({ sql, storage });
  const sender = createMailSender({
    outbox: createMailOutbox({ orm, clock }),
    transport,
    clock,
    logger: pino({ level: 'silent' }),
    composers: { workflow: (mail) => before().then(() => workflow(mail)) },
  });
  return { sender, sent, storage };
}

test('a step that runs again enqueues nothing new, also when the mail has been sent meanwhile', async () => {
  const first = await mails().enqueue(mail({ attach: [] }));
  expect(await mails().enqueue(mail({ attach: [] }))).toEqual(first);
  expect(await rows()).toHaveLength(1);
  const { sender, sent } = senderOf();
  clock.time = Date.now() + 60_000;
  await sender.sweep();
  expect(sent.map(({ messageId }) => messageId)).toEqual(first.messageIds);
  await mails().enqueue(mail({ attach: [] }));
  expect(await rows()).toHaveLength(0);
});

test('another element of a loop is another mail, and so is another address', async () => {
  const one = await mails().enqueue(mail({ attach: [], itemIndex: 0, to: 'b@example.com, c@example.com' }));
  const two = await mails().enqueue(mail({ attach: [], itemIndex: 1 }));
  expect(new Set([...one.messageIds, ...two.messageIds]).size).toBe(3);
});

test('documents are attached as they are stored; one that was not made is left out', async () => {
  const { sender, sent, storage } = senderOf();
  await storage.put('documents/doc_1.pdf', Buffer.from('%PDF'));
  const attach = [
    { nodeId: 'skipped', itemIndex: -1 },
    { nodeId: 'fill', itemIndex: -1 },
  ];
  expect((await mails().enqueue(mail({ attach }))).documentIds).toEqual(['doc_1']);
  clock.time = Date.now() + 60_000;
  await sender.sweep();
  expect(sent[0]).toMatchObject({ subject: 'For Ada', text: 'One.\n\nTwo.\n' });
  expect(sent[0]?.attachments?.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
    ['Ada.pdf', '%PDF'],
  ]);
});

test('a mail whose process dies while it sends it is not sent again', async () => {
  await mails().enqueue(mail({ attach: [] }));
  clock.time = Date.now() + 60_000;
  // The state that a killed process leaves: claimed, and sending begun.
  const outbox = createMailOutbox({ orm, clock });
  for (const claimed of await outbox.claim({ limit: 5, leaseSeconds: 120 })) {
    expect(await outbox.beginSending(claimed)).toBe(true);
  }
  clock.time += 121_000;
  const { sender, sent } = senderOf();
  await sender.sweep();
  expect(sent).toEqual([]);
  expect(await rows()).toMatchObject([
    { next_attempt_at: null, last_error: expect.stringContaining('ended while') },
  ]);
});

test('a process that dies before it sends the mail, and a server that rejects it, leave it pending', async () => {
  await mails().enqueue(mail({ attach: [] }));
  clock.time = Date.now() + 60_000;
  await createMailOutbox({ orm, clock }).claim({ limit: 5, leaseSeconds: 120 });
  clock.time += 121_000;
  const away = senderOf(async () => {
    throw Object.assign(new Error('rejected'), { code: 'ECONNREFUSED' });
  });
  await away.sender.sweep();
  clock.time += 60_000;
  const { sender, sent } = senderOf();
  await sender.sweep();
  expect(sent).toHaveLength(1);
});

test('a database that cannot note that a mail was sent: it is not sent again, and the note is made later', async () => {
  await mails().enqueue(mail({ attach: [] }));
  clock.time = Date.now() + 60_000;
  await execute(`
    create function reject() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$;
    create trigger reject before delete on outgoing_mail for each row execute function reject()`);
  const { sender, sent } = senderOf();
  await expect(sender.sweep()).rejects.toThrow('away');
  clock.time += 60_000;
  await expect(sender.sweep()).rejects.toThrow('away');
  await execute('drop trigger reject on outgoing_mail; drop function reject');
  await sender.sweep();
  expect(sent).toHaveLength(1);
  expect(await rows()).toEqual([]);
});

test('a process that pauses for longer than its lease leaves the mail to another and sends nothing itself', async () => {
  await mails().enqueue(mail({ attach: [] }));
  clock.time = Date.now() + 60_000;
  const held = Promise.withResolvers<void>();
  const composing = Promise.withResolvers<void>();
  const slow = senderOf(undefined, async () => {
    composing.resolve();
    await held.promise;
  });
  const slowly = slow.sender.sweep();
  await composing.promise;
  clock.time += 121_000;
  const other = senderOf();
  await other.sender.sweep();
  held.resolve();
  await slowly;
  expect([other.sent.length, slow.sent.length]).toEqual([1, 0]);
});

test('a process that paused cannot change a mail once another has claimed it', async () => {
  await mails().enqueue(mail({ attach: [] }));
  clock.time = Date.now() + 60_000;
  const outbox = createMailOutbox({ orm, clock });
  const [stale] = await outbox.claim({ limit: 5, leaseSeconds: 120 });
  clock.time += 121_000;
  const [current] = await outbox.claim({ limit: 5, leaseSeconds: 120 });
  if (stale === undefined || current === undefined) throw new Error('claimed nothing');
  expect(await outbox.beginSending(current)).toBe(true);
  await outbox.postpone(stale, { seconds: 0, error: 'it paused' });
  await outbox.giveUp(stale, 'it paused');
  expect(await rows()).toMatchObject([{ handing_over: true, last_error: null, attempts: 2 }]);
  expect((await rows())[0]?.next_attempt_at).not.toBeNull();
});

test('a step that a cancellation did not reach enqueues nothing once the end of its run is recorded', async () => {
  let enqueuing: Promise<unknown> | undefined;
  await orm.em.fork().transactional(async (em) => {
    await em.execute('update run set ended_at = now()');
    enqueuing = mails().enqueue(mail());
  });
  await enqueuing;
  expect([await rows(), await execute('select 1 from workflow_mail')]).toEqual([[], []]);
  await execute('update run set ended_at = null');
});

test.each([
  [{ to: '' }, /at least one address/],
  [{ to: 'nobody' }, /not an address/],
  [{ to: 'Ada <a@example.com>' }, /not an address/],
  [{ to: 'a@example.com\r\nBcc: b@example.com' }, /not an address/],
  [{ to: 'a\0@example.com' }, /not an address/],
  [{ to: 'a\u200b@example.com' }, /not an address/],
  [{ to: 'a@[192.0.2.1]' }, /not an address/],
  [{ to: Array.from({ length: 11 }, (_, n) => `a${n}@example.com`).join(',') }, /11 addresses. At most 10/],
  [{ subject: 'x'.repeat(workflowMailLimits.subjectLength + 1) }, /"subject" is longer than 500/],
  [{ body: 'x'.repeat(workflowMailLimits.bodyLength + 1) }, /"body" is longer than 100000/],
])('%# is rejected with advice, and nothing is enqueued', async (more, message) => {
  await expect(mails().enqueue(mail(more))).rejects.toThrow(message);
  expect(await rows()).toEqual([]);
});

describe('limits', () => {
  const two = 'b@example.com, c@example.com';
  const item = (itemIndex: number, to = two) => mail({ attach: [], to, itemIndex });
  const counted = async () => ({
    day: Number((await execute('select coalesce(sum(mails), 0) as n from mail_day'))[0]?.n),
    run: Number((await execute('select mails as n from run'))[0]?.n),
    queued: (await rows()).length,
    known: (await execute('select 1 from workflow_mail')).length,
  });

  test('an account sends no more mails a day than its limit, one for each address', async () => {
    const limited = mails(5);
    await limited.enqueue(item(0));
    await limited.enqueue(item(1));
    await expect(limited.enqueue(item(2))).rejects.toThrow(
      'The account has reached its limit of 5 workflow e-mails a day (UTC). Retry the run tomorrow, or ask an administrator for a higher limit.',
    );
    expect(await counted()).toEqual({ day: 4, run: 4, queued: 4, known: 2 });
    // There is one left, and a mail that is queued already counts once.
    await limited.enqueue(item(3, 'b@example.com'));
    await limited.enqueue(item(0));
    expect(await counted()).toEqual({ day: 5, run: 5, queued: 5, known: 3 });
  });

  test('a mail over the limit is sent when it is tried on another day', async () => {
    await mails(1).enqueue(item(0, 'b@example.com'));
    await expect(mails(1).enqueue(item(1, 'b@example.com'))).rejects.toThrow('limit of 1');
    await execute(`update mail_day set day = day - 1`);
    await mails(1).enqueue(item(1, 'b@example.com'));
    expect((await rows()).length).toBe(2);
  });

  test('the limit of a plan replaces the general one, and 0 forbids mails', async () => {
    await execute(`insert into plan (public_id, subject, mails_per_day) values ('sub_1', 'usr_1', 0)`);
    await expect(mails().enqueue(item(0))).rejects.toThrow('limit of 0');
    await execute(`update plan set mails_per_day = 3`);
    await mails(1).enqueue(item(0));
    await expect(mails(100).enqueue(item(1))).rejects.toThrow('limit of 3');
    await execute('delete from plan');
  });

  test('concurrent nodes stay within the limit together', async () => {
    const limited = mails(7);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => limited.enqueue(item(index, 'b@example.com'))),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(await counted()).toEqual({ day: 7, run: 7, queued: 7, known: 7 });
  });

  test('a run sends no more mails than its limit, and the ones beyond it do not count for the day', async () => {
    await execute(`update run set mails = ${workflowMailLimits.mailsOfRun - 3}`);
    await mails().enqueue(item(0));
    await expect(mails().enqueue(item(1))).rejects.toThrow(
      'A run can send at most 10000 e-mails, one for each address. Send fewer, or split the event.',
    );
    await mails().enqueue(item(2, 'b@example.com'));
    expect(await counted()).toMatchObject({ day: 3, queued: 3, run: workflowMailLimits.mailsOfRun });
  });
});
