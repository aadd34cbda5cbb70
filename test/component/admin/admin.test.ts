import { spawn } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CommandArgs, type CommandFailed, UsageError } from '../../../src/cli/admin/command.ts';
import { commands } from '../../../src/cli/admin/commands.ts';
import { operatorNamed } from '../../../src/modules/admin/operators.service.ts';
import { startTestApp } from '../../support/app.ts';
import { createUser, login, signIn, TEST_PASSWORD } from '../../support/login.ts';
import { createTemplate } from '../../support/templates.ts';
import { createWorkflow, setStatus, triggerGraph } from '../../support/workflows/create-workflow.ts';

const script = path.join(import.meta.dirname, '../../../src/cli/admin/main.ts');

const site = await startTestApp({ name: 'admin-program' });
const root = await signIn(site, 'SUPER_ADMIN');

/** Runs the program on the database and the storage of the running application. */
async function program(args: readonly string[], input = '', folder = site.folder) {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: site.services.config.DATABASE_URL,
    STORAGE_URL: pathToFileURL(path.join(site.folder, 'storage')).href,
  };
  const child = spawn(process.execPath, [script, ...args], { env });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, text };
}

/** Runs a command in this process. Returns its output. */
async function command(name: string, operands: readonly string[], options: CommandArgs['options'] = {}) {
  const session = {
    services: site.services,
    operator: operatorNamed('a test'),
    report: () => {},
    close: async () => {},
  };
  const lines = await commands.get(name)?.run(session, { operands, options });
  return lines?.join('\n') ?? '';
}

const loggedIn = (email: string, password: string) =>
  site.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

async function trail() {
  const response = await site.app.inject({ url: '/api/admin/audit?size=1', headers: root.headers });
  return response.json().content[0];
}

test('a wrong command line changes nothing, prints the usage and exits with 2', async () => {
  const { code, text } = await program(['make-coffee']);
  expect(text).toContain('npm run admin -- <command>');
  expect(code).toBe(2);
  const role = [root.user.email, 'KING'];
  const calls = [
    ['unlock', []],
    ['grant-role', role],
    ['prune', ['now']],
    ['create-admin', ['nobody']],
  ] as const;
  for (const [name, operands] of calls) await expect(command(name, operands)).rejects.toThrow(UsageError);
});

test('an administrator created with the command can log in, and the audit trail names the machine', async () => {
  const email = 'second@example.com';
  const made = await program(['create-admin', email, '--password-stdin'], `${TEST_PASSWORD}\n`);
  expect(made).toMatchObject({ code: 0, text: expect.not.stringContaining(TEST_PASSWORD) });
  expect((await loggedIn(email, TEST_PASSWORD)).statusCode).toBe(200);
  const entry = { action: 'USER_CREATED', actor: { publicId: null }, target: { name: email }, ip: 'local' };
  expect(await trail()).toMatchObject(entry);
  await expect(command('create-admin', [email])).rejects.toThrow('already has an account');
  const short = await program(['create-admin', 'third@example.com', '--password-stdin'], 'short\n');
  expect(short.code).toBe(2);
});

test('accounts are unlocked, promoted and given passwords, which ends their sessions', async () => {
  const user = await createUser(site, { isEnabled: false });
  await command('unlock', [user.email]);
  const session = await login(site, user);
  await command('grant-role', [user.publicId, 'ADMIN']);
  const me = await site.app.inject({ url: '/api/me', headers: session.headers });
  expect(me.json().applicationRole).toBe('ADMIN');

  const password = /shown only once\): (\S+)/.exec(await command('set-password', [user.email]))?.[1] ?? '';
  expect((await loggedIn(user.email, TEST_PASSWORD)).statusCode).toBe(401);
  expect((await loggedIn(user.email, password)).statusCode).toBe(200);
  await expect(command('unlock', ['nobody@example.com'])).rejects.toThrow('not found');
});

test('the last administrator cannot be demoted', async () => {
  await command('grant-role', ['second@example.com', 'MEMBER']);
  await expect(command('grant-role', [root.user.email, 'MEMBER'])).rejects.toThrow(
    'last enabled SUPER_ADMIN',
  );
});

test('stored events of a workflow get a run each, once', async () => {
  const owner = await signIn(site);
  const { publicId, webhookUrl } = await createWorkflow(site, owner, { graph: triggerGraph() });
  const url = new URL(webhookUrl).pathname;
  for (const n of [1, 2]) await site.app.inject({ method: 'POST', url, payload: { n } });
  await setStatus(site, owner.headers, { publicId, status: 'ACTIVE' });
  const requeue = (status: string) => command('requeue', [publicId], { status, limit: '100' });
  expect(await requeue('STORED')).toContain('2 events get a new run');
  expect(await requeue('STORED')).toContain('2 pending runs start now. 0 events get a new run');
  const runs = await site.app.inject({ url: `/api/workflows/${publicId}/runs`, headers: owner.headers });
  expect(runs.json().totalElements).toBe(2);
  await expect(requeue('LOST')).rejects.toThrow('--status must be one of STORED');
});

test('an event gets another run only if none of its runs is in progress', async () => {
  const owner = await signIn(site);
  const { publicId, webhookUrl } = await createWorkflow(site, owner, { graph: triggerGraph() });
  await site.app.inject({ method: 'POST', url: new URL(webhookUrl).pathname, payload: { n: 1 } });
  await setStatus(site, owner.headers, { publicId, status: 'ACTIVE' });
  const events = await site.app.inject({ url: `/api/workflows/${publicId}/events`, headers: owner.headers });
  const [{ eventId }] = events.json().content;
  const em = site.services.orm.em.fork();
  const runs = async (change: string) =>
    em.execute(
      `update run set ${change} where event_id = (select id from webhook_event where public_id = ?)`,
      [eventId],
    );
  expect(await command('requeue', [eventId])).toContain('Queued a new run');
  expect(await command('requeue', [eventId])).toContain('starts now');
  await runs("dispatch = 'STARTED'");
  expect(await command('requeue', [eventId])).toContain('in progress');
  await runs("status = 'FAILED', ended_at = now()");
  expect(await command('requeue', [eventId])).toContain('Queued a new run');
});

test('an option that does not apply is rejected, never ignored', async () => {
  const { publicId } = await createWorkflow(site, await signIn(site), { graph: triggerGraph() });
  const eventId = `evt_${'0'.repeat(26)}`;
  const wrong = [
    [eventId, { status: 'FAILED' }, '--status selects events of a workflow'],
    [eventId, { limit: '1' }, '--limit selects events of a workflow'],
    [publicId, { from: '2026-11-01' }, '--from requires --status'],
    [publicId, { status: 'FAILED', from: 'yesterday' }, '--from must be an existing date'],
    [publicId, { status: 'FAILED', limit: '0' }, '--limit must be a whole number from 1 to 1000'],
    [publicId, { status: 'FAILED', limit: '1e2' }, '--limit must be a whole number from 1 to 1000'],
  ] as const;
  for (const [id, options, problem] of wrong) {
    const call = command('requeue', [id], options);
    await expect(call).rejects.toThrow(UsageError);
    await expect(call).rejects.toThrow(problem);
  }
});

test('verify-storage lists missing and changed files, and succeeds if there are none', async () => {
  await createTemplate(site, await signIn(site));
  expect(await command('verify-storage', [])).toContain('0 missing, 0 different');
  const folder = path.join(site.folder, 'storage', 'templates');
  const [file = ''] = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.pdf'));
  const found = () => command('verify-storage', []).catch((error: CommandFailed) => error.lines.join());
  await writeFile(path.join(folder, file), '%PDF-1.7 something else');
  expect(await found()).toContain(`different: templates/${file}`);
  await rm(path.join(folder, file));
  expect(await found()).toContain(`missing: templates/${file}`);
  expect(await program(['verify-storage'])).toMatchObject({ code: 1, text: expect.stringContaining(file) });
});

test('with an external database and storage, the data folder need not exist', async () => {
  const folder = path.join(site.folder, 'not', 'there');
  expect(await program(['grant-role', root.user.email, 'SUPER_ADMIN'], '', folder)).toMatchObject({
    code: 0,
  });
});

test('prune reports what it deleted', async () => {
  expect(await command('prune', [])).toContain('No event has expired');
});
