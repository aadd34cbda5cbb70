import type { AddressInfo } from 'node:net';
import { TOTP } from 'otpauth';
import type { Page } from 'puppeteer-core';
import type { User } from '../../src/modules/users/user.entity.ts';
import { startTestApp } from '../support/app.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { createUser, signIn, TEST_PASSWORD } from '../support/login.ts';
import { deliverMails } from '../support/mails/mails.ts';
import { until } from '../support/until.ts';

/** The pages behind the links of mails, in a real browser. */
const api = await startTestApp({ name: 'pages' });
await api.app.listen({ port: 0, host: '127.0.0.1' });
const base = `http://localhost:${(api.app.server.address() as AddressInfo).port}`;
const browser = await openBrowser();

afterAll(async () => {
  await browser.close();
});

/** Opens the link of the one queued e-mail. Collects errors of the page and violations of its content security policy. */
async function follow(): Promise<{ page: Page; faults: string[] }> {
  const [mail] = await deliverMails(api);
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (line) => /Content Security/.test(line.text()) && faults.push(line.text()));
  await page.goto((mail?.link ?? '').replace(/^https?:\/\/[^/]+/, base));
  return { page, faults };
}

async function send(page: Page, values: Record<string, string>): Promise<void> {
  for (const [id, value] of Object.entries(values)) {
    await page.$eval(`#${id}`, (input, text) => Object.assign(input, { value: text }), value);
  }
  await page.click('button');
}

const showsStatus = (page: Page, text: string) =>
  until(async () => (await page.$eval('[role="status"]', ({ textContent }) => textContent)).includes(text));

const logIn = async (email: string, password: string) =>
  (await api.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).statusCode;

test('a new password is set by the link of the mail, once, and the token leaves the address', async () => {
  const user = await createUser(api);
  const payload = { email: user.email };
  await api.app.inject({ method: 'POST', url: '/api/auth/request-reset', payload });
  const { page, faults } = await follow();
  expect(page.url()).toBe(`${base}/reset-password`);
  await send(page, { password: 'another password', again: 'anoter password' });
  await showsStatus(page, 'do not match');
  await send(page, { password: 'another password', again: 'another password' });
  await showsStatus(page, 'password was changed');
  expect(await logIn(user.email, 'another password')).toBe(200);
  expect(faults).toEqual([]);
});

test('a link that does not work says so', async () => {
  const page = await browser.newPage();
  await page.goto(`${base}/reset-password?token=nothing`);
  await send(page, { password: 'another password', again: 'another password' });
  await showsStatus(page, 'link');
  expect(await page.$eval('form', (form) => form.hidden)).toBe(false);
});

async function invite({ email }: User): Promise<void> {
  const admin = await signIn(api, 'SUPER_ADMIN');
  const call = { method: 'POST', headers: admin.headers } as const;
  const created = await api.app.inject({
    ...call,
    url: '/api/organizations',
    payload: { name: 'Registry' },
  });
  const url = `/api/organizations/${created.json().publicId}/invitations`;
  const payload = { email, role: 'MEMBER' };
  expect((await api.app.inject({ ...call, url, payload })).statusCode).toBe(200);
}

/** A user with two-factor authentication, and the backup codes. */
async function withTwoFactor(): Promise<{ user: User; codes: string[] }> {
  const { user, headers } = await signIn(api);
  const call = { method: 'POST', headers } as const;
  const { secret } = (await api.app.inject({ ...call, url: '/api/me/2fa/setup' })).json();
  const payload = { code: new TOTP({ secret }).generate() };
  const enabled = await api.app.inject({ ...call, url: '/api/me/2fa/enable', payload });
  return { user, codes: enabled.json().backupCodes };
}

const asksForCode = (page: Page) =>
  until(async () => !(await page.$eval('div#second', ({ hidden }) => hidden)));

/** The code that was typed is taken away where another log-in asks for its own. */
const asksForCodeAnew = (page: Page) =>
  until(async () => (await page.$eval('input#code', ({ value }) => value)) === '');

test('an invitation is accepted after log-in; a wrong password shows an error', async () => {
  const invited = await createUser(api);
  await invite(invited);
  const { page, faults } = await follow();
  await send(page, { email: invited.email, password: 'wrong password' });
  await showsStatus(page, 'password');
  await send(page, { email: invited.email, password: TEST_PASSWORD });
  await showsStatus(page, 'now a member');
  expect(faults).toEqual([]);
});

test('an invitation is accepted after log-in with two-factor, also after a log-in as another user', async () => {
  const [invited, other] = [await withTwoFactor(), await withTwoFactor()];
  await invite(invited.user);
  const { page, faults } = await follow();
  await send(page, { email: other.user.email, password: TEST_PASSWORD });
  await asksForCode(page);
  await send(page, { code: other.codes[0] ?? '' });
  await showsStatus(page, 'another e-mail address');
  await send(page, { email: invited.user.email, password: TEST_PASSWORD });
  await asksForCodeAnew(page);
  await send(page, { code: 'wrong code' });
  await showsStatus(page, 'wrong');
  await send(page, { code: invited.codes[0] ?? '' });
  await showsStatus(page, 'now a member');
  expect(faults).toEqual([]);
});

test('an invitation is accepted after the time to type a code ran out', async () => {
  const { user, codes } = await withTwoFactor();
  await invite(user);
  const { page, faults } = await follow();
  await send(page, { email: user.email, password: TEST_PASSWORD });
  await asksForCode(page);
  await api.services.orm.em.fork().execute('delete from login_challenge');
  await send(page, { code: codes[0] ?? '' });
  await showsStatus(page, 'Log in again');
  await send(page, {});
  await asksForCodeAnew(page);
  await send(page, { code: codes[0] ?? '' });
  await showsStatus(page, 'now a member');
  expect(faults).toEqual([]);
});

test('the root leads to the API reference', async () => {
  const page = await browser.newPage();
  await page.goto(`${base}/`);
  expect(page.url()).toMatch(/\/docs\/?$/);
});
