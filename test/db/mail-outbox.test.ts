import { pino } from 'pino';
import { type Mail, MailRejected, type MailTransport } from '../../src/infra/mailer/mail.ts';
import { createMailOutbox } from '../../src/infra/mailer/mail-outbox.ts';
import { createMailSender, type MailComposer } from '../../src/infra/mailer/mail-sender.ts';
import { createTestClock } from '../support/clock.ts';
import { openOrm } from '../support/orm.ts';
import { testDatabaseUrl } from '../support/stack/stack.ts';
import { until } from '../support/until.ts';

const clock = createTestClock('2026-11-28T12:00:00Z');
const logged: string[] = [];
const logger = pino({}, { write: (line: string) => void logged.push(line) });

const url = await testDatabaseUrl('mail-outbox');
const orm = await openOrm({ url, poolMax: 5 });
beforeEach(() => orm.em.fork().execute('delete from outgoing_mail'));

const composers: Record<string, MailComposer> = {
  hello: async ({ params }) => ({ subject: 'Hello', paragraphs: [JSON.stringify(params)] }),
  nothing: async () => null,
};
const outbox = () => createMailOutbox({ orm, clock });

/** A transport that records its mails; `act` runs before each. */
function transportOf(act: (mail: Mail) => Promise<void> = async () => {}) {
  const sent: Mail[] = [];
  const transport: MailTransport = {
    async send(mail) {
      await act(mail);
      sent.push(mail);
    },
    close: async () => {},
  };
  return { sent, sender: createMailSender({ outbox: outbox(), transport, composers, clock, logger }) };
}

const enqueue = (kind = 'hello', recipient = 'anna@example.com') =>
  orm.em.fork().transactional((em) => outbox().enqueue(em, { kind, recipient, params: { n: 1 } }));
const rows = () =>
  orm.em.fork().execute<Record<string, unknown>[]>('select * from outgoing_mail order by id');

test('a mail enqueued in a transaction that fails is never sent; one of a commit is sent once', async () => {
  const { sender, sent } = transportOf();
  const failing = orm.em.fork().transactional(async (em) => {
    await outbox().enqueue(em, { kind: 'hello', recipient: 'nobody@example.com' });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await enqueue();
  await sender.sweep();
  await sender.sweep();
  expect(sent).toMatchObject([{ recipient: 'anna@example.com', subject: 'Hello', text: '{"n":1}\n' }]);
  expect(await rows()).toEqual([]);
});

test('what fails is tried again later each time, with the same message id, until it is sent', async () => {
  let failures = 4;
  const { sender, sent } = transportOf(async () => {
    if (failures-- > 0)
      throw Object.assign(new Error('450 <anna@example.com> busy'), { code: 'ECONNECTION' });
  });
  await enqueue();
  const [pending] = await rows();
  for (const seconds of [5, 10, 20, 40]) {
    await sender.sweep();
    clock.time += (seconds - 1) * 1000;
    const attempts = (await rows())[0]?.attempts;
    await sender.sweep();
    expect((await rows())[0]?.attempts).toBe(attempts);
    clock.time += 1000;
  }
  expect(await rows()).toMatchObject([{ attempts: 4, last_error: 'ECONNECTION' }]);
  await sender.sweep();
  expect(sent.map(({ messageId }) => messageId)).toEqual([pending?.message_id]);
  expect(logged.join()).not.toContain('anna@example.com');
});

test('a mail that the recipient rejects permanently stays stored and is not tried again', async () => {
  const { sender, sent } = transportOf(async () => {
    throw new MailRejected(
      'rejected',
      Object.assign(new Error('550'), { code: 'EENVELOPE', responseCode: 550 }),
    );
  });
  await enqueue();
  await sender.sweep();
  clock.time += 1_000_000_000;
  await sender.sweep();
  expect([sent, await rows()]).toMatchObject([
    [],
    [{ attempts: 1, next_attempt_at: null, last_error: 'rejected (EENVELOPE 550)' }],
  ]);
});

test('an entry that needs no mail is settled without one; an unknown kind stays pending', async () => {
  const { sender, sent } = transportOf();
  await enqueue('nothing');
  await enqueue('unheard of');
  await enqueue('constructor');
  await sender.sweep();
  expect(sent).toEqual([]);
  expect((await rows()).map(({ kind }) => kind)).toEqual(['unheard of', 'constructor']);
});

test('two processes at once send each of 40 mails once', async () => {
  const one = transportOf();
  const two = transportOf();
  await Promise.all(Array.from({ length: 40 }, (_, i) => enqueue('hello', `user${i}@example.com`)));
  const drain = async ({ sweep }: { sweep(): Promise<boolean> }) => {
    while (await sweep());
  };
  await Promise.all([drain(one.sender), drain(two.sender)]);
  await drain(one.sender);
  const recipients = [...one.sent, ...two.sent].map(({ recipient }) => recipient);
  expect(recipients).toHaveLength(40);
  expect(new Set(recipients).size).toBe(40);
});

test('a mail whose process died is sent by another once its lease is over', async () => {
  await enqueue();
  await outbox().claim({ limit: 5, leaseSeconds: 120 });
  const { sender, sent } = transportOf();
  await sender.sweep();
  expect(sent).toEqual([]);
  clock.time += 120_000;
  await sender.sweep();
  expect(sent).toHaveLength(1);
});

test('closing waits for the mail under way; a later one is still pending', async () => {
  const held = Promise.withResolvers<void>();
  let began = false;
  const { sender, sent } = transportOf(() => {
    began = true;
    return held.promise;
  });
  await enqueue();
  sender.start();
  await until(() => began);
  await enqueue('hello', 'later@example.com');
  const closed = sender.close();
  held.resolve();
  await closed;
  expect(sent).toHaveLength(1);
  expect(await rows()).toMatchObject([{ recipient: 'later@example.com', attempts: 0 }]);
});

describe('the order of mails', () => {
  /** Queues mails of an account's workflows, or of the service, that have been due for so many seconds. */
  const queue = (account: string | null, count: number, dueFor: number) =>
    orm.em.fork().execute(
      `insert into outgoing_mail (message_id, kind, recipient, account, next_attempt_at)
       select gen_random_uuid(), 'hello', coalesce(?, 'service') || n || '@example.com', ?, ?
       from generate_series(1, ?) n`,
      [account, account, new Date(clock.time - dueFor * 1000), count],
    );
  const accountsOf = (mails: readonly { account: string | null }[]) =>
    mails.map(({ account }) => account ?? 'service').toSorted();

  test('mails of the service go before those of workflows, which alternate by account', async () => {
    await queue('usr_many', 2_000, 3_600);
    await queue('usr_few', 2, 10);
    await queue(null, 1, 0);
    const claimed = await outbox().claim({ limit: 6, leaseSeconds: 120 });
    expect(accountsOf(claimed)).toEqual([
      'service',
      'usr_few',
      'usr_few',
      'usr_many',
      'usr_many',
      'usr_many',
    ]);
  });

  test('what an account is sending counts towards its share', async () => {
    await queue('usr_many', 100, 3_600);
    await queue('usr_few', 100, 10);
    const sending = new Map([['usr_many', 4]]);
    const claimed = await outbox().claim({ limit: 4, leaseSeconds: 120, ofAccount: 4, sending });
    expect(accountsOf(claimed)).toEqual(['usr_few', 'usr_few', 'usr_few', 'usr_few']);
  });

  test('the mails of an account whose mail server hangs delay neither another account nor the service', async () => {
    await queue('usr_slow', 20, 3_600);
    const hanging = Promise.withResolvers<void>();
    const { sender, sent } = transportOf(async ({ recipient }) => {
      if (recipient.startsWith('usr_slow')) await hanging.promise;
    });
    sender.start();
    const attempted = async () => (await rows()).filter(({ attempts }) => Number(attempts) > 0).length;
    await until(async () => (await attempted()) === 4);
    await queue('usr_fast', 9, 0);
    await queue(null, 3, 0);
    sender.wake();
    await until(() => sent.length === 12);
    expect(await attempted()).toBe(4);
    hanging.resolve();
    await until(() => sent.length === 32);
    await sender.close();
  });

  test('a claim by several processes at once takes each mail once', async () => {
    await queue('usr_a', 10, 10);
    await queue('usr_b', 10, 5);
    await queue(null, 10, 1);
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => outbox().claim({ limit: 5, leaseSeconds: 120 })),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
