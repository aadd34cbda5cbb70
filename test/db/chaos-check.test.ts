import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { PDFDocument } from '../../src/stamping/pdf/pdf-lib.ts';
import { startMailSink } from '../support/mails/mail-sink.ts';
import { testDatabaseUrl, testFolder } from '../support/stack/stack.ts';
import { checkEvents, countOpen } from '../tools/chaos/check-events.ts';
import { checkMails } from '../tools/chaos/check-mails.ts';
import { eventOf, textsOf } from '../tools/chaos/fixture.ts';
import type { SentEvent } from '../tools/chaos/sender.ts';

const UUID = '00000000-0000-8000-8000-000000000001';

const database = new pg.Pool({ connectionString: await testDatabaseUrl('chaos-check'), max: 1 });
// The server may end sooner than this connection.
database.on('error', () => {});
const folder = await testFolder('chaos-check');
const sink = await startMailSink();
await database.query(`
    insert into user_account (id, public_id, email, password_hash) values (1, 'usr_1', 'a@example.com', 'x');
    insert into workflow (id, public_id, owner_id, name) values (1, 'wrk_1', 1, 'w');
    insert into graph_version (id, workflow_id, number, steps_json, created_by_id) values (1, 1, 1, '{}', 1)`);
afterAll(async () => {
  await database.end();
  await sink.close();
});

/** The state after one successful event: event, run, mail, document, usage entry. */
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  sink.mails.length = 0;
  await database.query(`
    delete from webhook_event; delete from outgoing_mail; delete from usage_entry;
    insert into webhook_event (id, public_id, workflow_id, graph_version_id, payload)
      values (1, 'evt_1', 1, 1, '{"seq":1}');
    insert into run (id, public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, status, ended_at,
        dispatch)
      values (1, 'run_1', 1, 1, 1, 'evt_1', 'COMPLETED', now(), 'STARTED');
    insert into run_node (run_id, position, node_id, type, status, attempts, output)
      values (1, 0, 'mail', 'emailNode', 'COMPLETED', 1, '{"messageIds":["${UUID}"]}');
    insert into document (id, public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
        storage_key, size, sha256)
      values (1, 'doc_1', 1, 1, 'fill', 'tpl_1', 1, 'a.pdf', 'documents/doc_1.pdf', 1, 'x');
    insert into usage_entry (source, user_id, template_public_id, actions) values ('doc_1', 1, 'tpl_1', 1)`);
  await writeFile(path.join(folder, 'doc_1.pdf'), await documentOf(1));
});

async function documentOf(seq: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage();
  for (const [name, text] of Object.entries(textsOf(eventOf(seq)))) {
    const field = pdf.getForm().createTextField(name);
    field.addToPage(page);
    field.setText(text);
  }
  return pdf.save();
}

async function send({ id = UUID, to = 'event-1@example.com', seq = 1 } = {}): Promise<void> {
  const transport = createTransport(sink.url);
  await transport.sendMail({
    from: 'service@example.com',
    to,
    subject: 'x',
    text: 'x',
    messageId: `<${id}@example.com>`,
    attachments: [{ filename: 'a.pdf', content: Buffer.from(await documentOf(seq)) }],
  });
  transport.close();
}

const accepted: SentEvent = { seq: 1, keyed: false, outcome: 'accepted', attempts: 1 };
const check = async (events: readonly SentEvent[] = [accepted]) =>
  (await checkEvents({ events, database, documentsFolder: folder })).problems;

test('a successful event has no problems and no open work', async () => {
  await send();
  expect(await check()).toEqual([]);
  expect(await checkMails(database, sink.mails)).toEqual({ mails: 1, uncertain: 0, problems: [] });
  expect(await countOpen(database)).toBe(0);
});

test.each([
  ['a lost event', 'delete from webhook_event', ['1: accepted, but lost']],
  [
    'a duplicate event',
    `insert into webhook_event (id, public_id, workflow_id, graph_version_id, payload)
     values (2, 'evt_2', 1, 1, '{"seq":1}')`,
    ['1: 2 events'],
  ],
  [
    'an event that was not sent',
    `update webhook_event set payload = '{"seq":7}'`,
    ['7: an event that was not sent'],
  ],
  ['a lost run', 'delete from run', ['1: 0 runs']],
  ['a failed run', `update run set status = 'FAILED', error = 'why'`, ['1: the run is FAILED (why)']],
  ['a run that was never started', 'update run set dispatch = null', ['1: the run was not started']],
  [
    'a duplicate document',
    `insert into document (id, public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
       storage_key, size, sha256)
     values (2, 'doc_2', 1, 1, 'again', 'tpl_1', 1, 'a.pdf', 'documents/doc_1.pdf', 1, 'x')`,
    ['1: 2 documents'],
  ],
  [
    'a lost document',
    'delete from document',
    ['1: 0 documents', 'doc_1.pdf: a file without a document', 'doc_1: counted without a document'],
  ],
  ['a document counted twice', 'update usage_entry set actions = 2', ['1: counted 2 times']],
  ['a document not counted', 'delete from usage_entry', ['1: counted 0 times']],
])('%s is reported', async (_problem, statement, problems) => {
  await database.query(statement);
  expect(await check()).toEqual(expect.arrayContaining(problems));
});

test('a document of another event, a broken document and an unreferenced file are reported', async () => {
  const file = path.join(folder, 'doc_1.pdf');
  await writeFile(file, await documentOf(2));
  expect(await check()).toEqual(['1: the document contains {"Name":"Ada Lovelace 2","Seq":"2"}']);
  await writeFile(file, 'no document');
  await writeFile(path.join(folder, 'doc_1.pdf.tmp'), '');
  expect(await check()).toEqual([
    expect.stringMatching(/^1: the document cannot be read/),
    'doc_1.pdf.tmp: a file without a document',
  ]);
});

test('an event without a 202 may be stored once or not at all', async () => {
  expect(await check([{ ...accepted, outcome: 'unknown' }])).toEqual([]);
  await database.query('delete from webhook_event; delete from usage_entry');
  await rm(path.join(folder, 'doc_1.pdf'));
  expect(await check([{ ...accepted, outcome: 'rejected' }])).toEqual([]);
});

test('a mail that is lost, duplicated, of another event, with another id or of no run is reported', async () => {
  expect((await checkMails(database, [])).problems).toEqual(['1: the mail is lost']);
  await send();
  await send({ seq: 2 });
  await send({ id: 'another' });
  await send({ to: 'event-9@example.com' });
  expect((await checkMails(database, sink.mails)).problems.toSorted()).toEqual([
    '1: 3 mails',
    '1: the mail contains {"Name":"Ada Lovelace 2","Seq":"2"}',
    '1: the mail has the id <another@example.com>',
    'event-9@example.com: a mail that belongs to no run',
  ]);
});

test('a mail whose process died during the transfer arrived at most once', async () => {
  await database.query(`
    insert into outgoing_mail (message_id, kind, recipient, at_most_once, handing_over)
    values ('${UUID}', 'workflow', 'event-1@example.com', true, true)`);
  expect(await checkMails(database, [])).toEqual({ mails: 0, uncertain: 1, problems: [] });
  await send();
  expect(await checkMails(database, sink.mails)).toEqual({ mails: 1, uncertain: 1, problems: [] });
  await send();
  expect((await checkMails(database, sink.mails)).problems).toEqual(['1: 2 mails']);
});

test.each([
  'update run set ended_at = null',
  `insert into outgoing_mail (message_id, kind, recipient, next_attempt_at)
   values ('${UUID}', 'workflow', 'event-1@example.com', now())`,
])('work is open after: %s', async (statement) => {
  await database.query(statement);
  expect(await countOpen(database)).toBe(1);
});
