import { spawn } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createUser, login, type SignedIn, signIn, TEST_PASSWORD } from '../../support/login.ts';
import { createTemplate } from '../../support/templates.ts';
import { createWorkflow, setStatus, triggerGraph } from '../../support/workflows.ts';

const program = path.join(import.meta.dirname, '../../../scripts/admin.ts');

let site: TestApp;
let root: SignedIn;

beforeAll(async () => {
  site = await startTestApp({ name: 'admin-program' });
  root = await signIn(site, 'SUPER_ADMIN');
});

afterAll(() => site.close());

/** Calls the program on the database and the storage of the running application. */
async function admin(args: readonly string[], input = '') {
  const { PATH, HOME } = process.env;
  const env = {
    ...{ PATH, HOME, NODE_ENV: 'test' },
    DATA_DIR: site.folder,
    DATABASE_URL: site.services.config.DATABASE_URL,
    STORAGE_URL: pathToFileURL(path.join(site.folder, 'storage')).href,
  };
  const child = spawn(process.execPath, [program, ...args], { env });
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (text += chunk));
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, text };
}

const loggedIn = (email: string, password: string) =>
  site.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } });

async function trail() {
  const answer = await site.app.inject({ url: '/api/admin/audit?size=1', headers: root.headers });
  return answer.json().content[0];
}

test('a wrong call does nothing, says how to call and ends with 2', async () => {
  for (const args of [['make-coffee'], ['unlock'], ['grant-role', 'a@b.c'], ['prune', '--force']]) {
    const { code, text } = await admin(args);
    expect(text).toContain('npm run admin -- <command>');
    expect(code).toBe(2);
  }
  expect(await admin(['--help'])).toMatchObject({ code: 0, text: expect.stringContaining('verify-storage') });
});

test('an administrator made at the machine can log in, and the trail names the machine', async () => {
  const email = 'second@example.com';
  const made = await admin(['create-admin', email, '--password-stdin'], `${TEST_PASSWORD}\n`);
  expect(made).toMatchObject({ code: 0, text: expect.not.stringContaining(TEST_PASSWORD) });
  expect((await loggedIn(email, TEST_PASSWORD)).statusCode).toBe(200);
  const entry = { action: 'USER_CREATED', actor: { publicId: null }, target: { name: email }, ip: 'local' };
  expect(await trail()).toMatchObject(entry);
  const again = await admin(['create-admin', email, '--password-stdin'], `${TEST_PASSWORD}\n`);
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('has an account already') });
  const short = await admin(['create-admin', 'third@example.com', '--password-stdin'], 'short\n');
  expect(short.code).toBe(2);
});

test('accounts are unlocked, promoted and given passwords, which ends their sessions', async () => {
  const user = await createUser(site, { isEnabled: false });
  expect((await admin(['unlock', user.email])).code).toBe(0);
  const session = await login(site, user);
  expect((await admin(['grant-role', user.publicId, 'ADMIN'])).code).toBe(0);
  const me = await site.app.inject({ url: '/api/me', headers: session.headers });
  expect(me.json().applicationRole).toBe('ADMIN');

  const { code, text } = await admin(['set-password', user.email]);
  const password = /shown this once: (\S+)/.exec(text)?.[1] ?? '';
  expect(code).toBe(0);
  expect((await loggedIn(user.email, TEST_PASSWORD)).statusCode).toBe(401);
  expect((await loggedIn(user.email, password)).statusCode).toBe(200);
  expect((await admin(['unlock', 'nobody@example.com'])).code).toBe(1);
  expect((await admin(['grant-role', root.user.email, 'MEMBER'])).code).toBe(0);
  const last = await admin(['grant-role', 'second@example.com', 'MEMBER']);
  expect(last).toMatchObject({ code: 1, text: expect.stringContaining('last enabled SUPER_ADMIN') });
  expect((await admin(['grant-role', root.user.email, 'SUPER_ADMIN'])).code).toBe(0);
});

test('stored events of a workflow get a run each, once', async () => {
  const owner = await signIn(site);
  const workflow = await createWorkflow(site, owner, { graph: triggerGraph() });
  const url = new URL(workflow.webhookUrl).pathname;
  for (const n of [1, 2]) await site.app.inject({ method: 'POST', url, payload: { n } });
  await setStatus(site, owner.headers, { publicId: workflow.publicId, status: 'ACTIVE' });
  const first = await admin(['requeue', workflow.publicId, '--status', 'STORED']);
  expect(first).toMatchObject({ code: 0, text: expect.stringContaining('2 events get a new run') });
  const second = await admin(['requeue', workflow.publicId, '--status', 'STORED']);
  expect(second.text).toContain('2 owed runs are tried again at once, 0 events get a new run');
  const runs = await site.app.inject({
    url: `/api/workflows/${workflow.publicId}/runs`,
    headers: owner.headers,
  });
  expect(runs.json().totalElements).toBe(2);
  expect((await admin(['requeue', workflow.publicId, '--status', 'LOST'])).code).toBe(2);
});

test('files that are gone or changed are named; with all of them right the answer is good', async () => {
  await createTemplate(site, await signIn(site));
  expect(await admin(['verify-storage'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('0 missing'),
  });
  const folder = path.join(site.folder, 'storage', 'templates');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.pdf'));
  await writeFile(path.join(folder, files[0] ?? ''), '%PDF-1.7 something else');
  const changed = await admin(['verify-storage']);
  expect(changed).toMatchObject({
    code: 1,
    text: expect.stringContaining(`different: templates/${files[0]}`),
  });
  await rm(path.join(folder, files[0] ?? ''));
  const gone = await admin(['verify-storage']);
  expect(gone).toMatchObject({ code: 1, text: expect.stringContaining(`missing: templates/${files[0]}`) });
});

test('pruning by hand says what went', async () => {
  expect(await admin(['prune'])).toMatchObject({
    code: 0,
    text: expect.stringContaining('No event was old'),
  });
});
