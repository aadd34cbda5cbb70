import { loadConfig } from '../../src/config.ts';
import { startTestApp } from '../support/app.ts';
import { createUser, type SignedIn, signIn, TEST_PASSWORD } from '../support/login.ts';
import { deliverMail, deliverMails } from '../support/mails/mails.ts';
import { callAs, createOrganization } from '../support/organizations.ts';
import { createTemplate, sendForm } from '../support/templates.ts';

/** Attacks on the accounts of other users. */
const BASE_URL = 'https://forms.example.com';

const api = await startTestApp({ name: 'auth-hardening', env: { BASE_URL } });
const root = await signIn(api, 'SUPER_ADMIN');
beforeEach(() => deliverMails(api));

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url, payload, headers });

test('links in mails lead to the configured address, whatever the request says about itself', async () => {
  const spoofed = {
    host: 'attacker.example',
    'x-forwarded-host': 'attacker.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=attacker.example',
    origin: 'https://attacker.example',
    referer: 'https://attacker.example/',
  };
  const user = await createUser(api);
  await post('/api/auth/request-reset', { email: user.email }, spoofed);
  expect((await deliverMail(api)).link).toMatch(/^https:\/\/forms\.example\.com\/reset-password\?token=/);
  await post('/api/auth/register', { email: 'new@example.com', password: TEST_PASSWORD }, spoofed);
  const mail = await deliverMail(api);
  expect(mail.link).toMatch(/^https:\/\/forms\.example\.com\/api\/auth\/verify\?token=/);
  expect(`${mail.text}${mail.html}`).not.toContain('attacker');
});

test.each([
  ['a second header', 'a@example.com\r\nBcc: b@example.com'],
  ['a line break alone', 'a@example.com\nx'],
  ['two addresses', 'a@example.com,b@example.com'],
  ['a display name', 'A <a@example.com>'],
  ['a comment', 'a(comment)@example.com'],
  ['quotes', '"a b"@example.com'],
  ['255 characters', `${'a'.repeat(243)}@example.com`],
  ['a list', ['a@example.com', 'b@example.com']],
])('%s is no e-mail address, wherever one is asked for, and no mail is sent', async (_what, email) => {
  const { user } = await signIn(api);
  const organization = await createOrganization(api, root);
  const responses = [
    await post('/api/auth/register', { email, password: TEST_PASSWORD }),
    await post('/api/auth/request-reset', { email }),
    await post('/api/auth/login', { email, password: TEST_PASSWORD }),
    await post(`/api/organizations/${organization}/invitations`, { email, role: 'MEMBER' }, root.headers),
    await api.app.inject({
      method: 'PATCH',
      url: `/api/admin/users/${user.publicId}`,
      headers: root.headers,
      payload: { email },
    }),
    await api.app.inject({
      method: 'PUT',
      url: `/api/organizations/${organization}`,
      headers: root.headers,
      payload: { billingEmail: email },
    }),
  ];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 400));
  expect(await deliverMails(api)).toEqual([]);
});

test('for any state of an account, a wrong password gets the response of an unknown address', async () => {
  const accounts = [
    await createUser(api),
    await createUser(api, { isEnabled: false }),
    await createUser(api, { isVerified: false }),
    await createUser(api, { role: 'SUPER_ADMIN' }),
  ];
  const responses = [];
  for (const email of ['unknown@example.com', ...accounts.map((account) => account.email)]) {
    const response = await post('/api/auth/login', { email, password: 'not the password' });
    const { date: _date, 'x-request-id': _id, ...headers } = response.headers;
    responses.push({ status: response.statusCode, headers, body: { ...response.json(), requestId: '' } });
  }
  expect(responses[0]?.status).toBe(401);
  for (const response of responses) expect(response).toEqual(responses[0]);
});

test.each([
  ['a megabyte', 'x'.repeat(1_000_000)],
  ['257 characters', 'x'.repeat(257)],
  ['an object', {}],
  ['a list', [TEST_PASSWORD]],
  ['null', null],
])('a password that is %s is rejected before anything is hashed', async (_what, password) => {
  const { email } = await createUser(api);
  expect((await post('/api/auth/login', { email, password })).statusCode).toBe(400);
  expect((await post('/api/auth/register', { email: 'p@example.com', password })).statusCode).toBe(400);
});

test('a password counts as it was sent: neither trimmed nor composed', async () => {
  const email = 'exact@example.com';
  const password = ' cafe\u0301 pass\u0000word ';
  await post('/api/auth/register', { email, password });
  const { token } = await deliverMail(api);
  await api.app.inject({ url: `/api/auth/verify?token=${token}` });
  const login = async (given: string) =>
    (await post('/api/auth/login', { email, password: given })).statusCode;
  expect(await login(password)).toBe(200);
  for (const near of [
    password.trim(),
    password.normalize('NFC'),
    password.replace('\0', ''),
    ' cafe\u0301 pass',
  ]) {
    expect(await login(near)).toBe(401);
  }
});

test('the template of a stranger is unknown before the data file is looked at', async () => {
  const [owner, stranger] = [await signIn(api), await signIn(api)];
  const { publicId } = await createTemplate(api, owner);
  const ask = async (who: SignedIn, templateId: string) => {
    const response = await sendForm(api, who, {
      url: '/api/stamper/stamp',
      parts: [
        { name: 'templateId', value: templateId },
        { name: 'file', value: Buffer.from('"unbalanced\n'), filename: 'rows.csv' },
      ],
    });
    return { status: response.statusCode, body: { ...response.json(), requestId: '' } };
  };
  const foreign = await ask(stranger, publicId);
  expect(foreign.status).toBe(404);
  expect(foreign).toEqual(await ask(stranger, 'tpl_00000000000000000000000000'));
  expect((await ask(owner, publicId)).status).toBe(400);
});

test('a secret that is missing in production, or short, keeps the service from starting', () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://x/y' };
  expect(() => loadConfig(env)).toThrow(/JWT_SECRET/);
  expect(() => loadConfig({ ...env, JWT_SECRET: 'x'.repeat(31) })).toThrow(/JWT_SECRET/);
  const generated = 'gR3VhQbX0ydC7mUkzT5wPaLnEs9fJoHi';
  expect(() => loadConfig({ ...env, JWT_SECRET: generated })).not.toThrow();
  const short = { JWT_SECRET: 'x'.repeat(31), JWT_PREVIOUS_SECRET: 'x'.repeat(31) };
  expect(() => loadConfig({ ...env, ...short })).toThrow(/JWT_SECRET: .*\n.*JWT_PREVIOUS_SECRET: /s);
  expect(() => loadConfig({ ...env, JWT_SECRET: generated, JWT_PREVIOUS_SECRET: generated })).toThrow(
    /same as/,
  );
});

test.each([
  'x'.repeat(40),
  'changeme-changeme-changeme-changeme',
  'your-256-bit-secret-your-256-bit-secret',
  'a-string-secret-at-least-256-bits-long',
  '0123456789abcdef0123456789abcdef',
  'my super secret key of the service',
])('production rejects the secret %j, and does not repeat it', (secret) => {
  const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://x/y', JWT_SECRET: secret };
  expect(() => loadConfig(env)).toThrow(/JWT_SECRET: is easy to guess/);
  expect(() => loadConfig(env)).not.toThrow(secret);
});

test.each(['<admin@example.com>', 'admin@example.com,', 'a"b"@example.com', `${'a'.repeat(250)}@a.de`])(
  'the first administrator is not created with an address that the log-in rejects: %j',
  async (email) => {
    const payload = { email, password: TEST_PASSWORD };
    const { statusCode } = await api.app.inject({ method: 'POST', url: '/api/auth/login', payload });
    expect(statusCode).toBe(400);
    expect(() => loadConfig({ ADMIN_EMAIL: email })).toThrow(
      /ADMIN_EMAIL: must (be an e-mail address without a display name|not have more than 254 characters)/,
    );
  },
);

test('a response about another user never contains private data', async () => {
  const someone = await signIn(api);
  const organization = await createOrganization(api, root);
  const responses = [
    await callAs(api, root, { url: `/api/admin/users/${someone.user.publicId}` }),
    await callAs(api, root, { url: '/api/admin/users' }),
    await callAs(api, root, { url: `/api/organizations/${organization}` }),
    await callAs(api, root, { url: '/api/organizations' }),
    await callAs(api, root, { url: '/api/admin/audit' }),
    await callAs(api, someone, { url: '/api/me' }),
  ];
  for (const { status, body } of responses) {
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/argon2|hash|secret|totp_|"id":/i);
  }
  // The billing customer is for the account alone.
  expect(JSON.stringify(responses[0]?.body)).not.toContain('stripeCustomerId');
});
