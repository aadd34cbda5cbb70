import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createConnection } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestApp } from '../support/app.ts';
import { createUser, refreshTokenOf, signIn, TEST_PASSWORD } from '../support/login.ts';
import { callAs, createOrganization } from '../support/organizations.ts';
import { createTemplate } from '../support/templates.ts';
import { tokenHeader } from '../support/tokens.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** Malicious and unusual requests. */
const SECRET = 'a secret of more than thirty-two bytes, for tests';

const api = await startTestApp({ name: 'odd-requests', env: { JWT_SECRET: SECRET } });
const [me, root] = [await signIn(api), await signIn(api, 'SUPER_ADMIN')];
await api.app.listen({ port: 0, host: '127.0.0.1' });

interface Parameter {
  name: string;
  in: string;
  schema: { type?: string };
}

const allowed = [200, 201, 202, 400, 401, 403, 404, 429];
const login = (email: unknown, password: unknown = TEST_PASSWORD) =>
  api.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } as object });

/** Sends raw bytes over a real socket and returns everything until the server closes. `end` closes the sending side first. */
async function send(request: string, { end = false } = {}): Promise<string> {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = createConnection({ port, host: '127.0.0.1' });
  socket.write(request);
  if (end) socket.end();
  return text(socket);
}

describe('e-mail addresses', () => {
  test('that differ in the case of ASCII letters are one account', async () => {
    const user = await createUser(api, { email: 'case.test@example.com' });
    const response = await login('CASE.Test@EXAMPLE.com');
    expect([response.statusCode, response.json().publicId]).toEqual([200, user.publicId]);
  });

  test('that differ in how their letters are put together are one account', async () => {
    const user = await createUser(api, { email: 'ren\u00e9@example.com' });
    const response = await login('RENE\u0301@example.com');
    expect([response.statusCode, response.json().publicId]).toEqual([200, user.publicId]);
    const found = await callAs(api, root, {
      url: `/api/admin/users?search=${encodeURIComponent('Rene\u0301@')}`,
    });
    expect(found.body.totalElements).toBe(1);
  });

  test.each([
    ['an invisible space', 'mi\u200bke@example.com'],
    ['a direction', '\u202emike@example.com'],
    ['a soft hyphen', 'mike@exam\u00adple.com'],
    ['a control character', 'mi\u0085ke@example.com'],
  ])('that contain %s are a 400 with the expected form', async (_what, email) => {
    const response = await login(email);
    expect(response.statusCode).toBe(400);
    expect(response.json().detail).toContain('email must be an e-mail address without a display name');
  });

  test.each([
    ['a full-width letter', 'ｍike@example.com'],
    ['a combining mark', 'miké@example.com'],
    ['a Cyrillic letter', 'mikе@example.com'],
  ])('that only look like another’s (%s) are none of theirs', async (_what, email) => {
    const response = await login(email);
    expect(response.statusCode).toBe(401);
  });

  test.each([
    ['a@example.com'],
    { a: 1 },
    7,
    null,
    true,
    'x'.repeat(300),
    'a b@example.com',
    'a@b\0.com',
    '',
  ])('that are none (%j) are 400', async (email) => {
    expect((await login(email)).statusCode).toBe(400);
  });
});

describe('tokens for another purpose', () => {
  test('a refresh token, an API key’s id and a challenge are no access token', async () => {
    const refresh = await refreshTokenOf(api, me.user);
    for (const token of [refresh, 'chg_00000000000000000000000000', 'key_00000000000000000000000000']) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await api.app.inject({ url: '/api/me', headers })).statusCode).toBe(401);
    }
  });

  test('an access token and an API key are no refresh token, link, challenge or invitation', async () => {
    const access = me.headers.authorization.slice('Bearer '.length);
    const made = await callAs(api, me, {
      method: 'POST',
      url: '/api/me/api-keys',
      body: { name: 'k', scopes: ['read'] },
    });
    for (const token of [access.slice(0, 256), made.body.secret, await refreshTokenOf(api, me.user)]) {
      const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
        api.app.inject({ method: 'POST', url, payload, headers });
      const statuses = [
        (await api.app.inject({ url: `/api/auth/verify?token=${token}` })).statusCode,
        (await post('/api/auth/reset-password', { token, newPassword: 'long enough' })).statusCode,
        (await post('/api/auth/verify-2fa', { challengeToken: token, code: '123456' })).statusCode,
        (await post('/api/invitations/accept', { token }, me.headers)).statusCode,
      ];
      expect([token.slice(0, 4), ...statuses]).toEqual([
        token.slice(0, 4),
        400,
        400,
        expect.any(Number),
        400,
      ]);
      expect([400, 401]).toContain(statuses[2]);
    }
    for (const cookie of [access, made.body.secret]) {
      const headers = { cookie: `refreshToken=${cookie}` };
      const response = await api.app.inject({ method: 'POST', url: '/api/auth/refresh-token', headers });
      expect(response.statusCode).toBe(401);
    }
  });
});

describe('the refresh cookie', () => {
  test.each([
    ['twice in one header', (token: string) => `refreshToken=${token}; refreshToken=${token}`],
    ['with another first', (token: string) => `refreshToken=x; refreshToken=${token}`],
    ['with a space before the sign', (token: string) => `refreshToken=x; refreshToken =${token}`],
    ['in quotes with more behind', (token: string) => `refreshToken="${token}"x`],
    ['under a name in other case', (token: string) => `RefreshToken=${token}`],
    ['percent-encoded NUL behind', (token: string) => `refreshToken=${token}%00`],
  ])('%s is 401, and the session lives on', async (_what, cookieOf) => {
    const token = await refreshTokenOf(api, me.user);
    const refresh = (cookie: string) =>
      api.app.inject({ method: 'POST', url: '/api/auth/refresh-token', headers: { cookie } });
    expect((await refresh(cookieOf(token))).statusCode).toBe(401);
    expect((await refresh(`refreshToken=${token}`)).statusCode).toBe(200);
  });
});

describe('the Authorization header', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forge = (header: object, hash = 'sha256') => {
    const [, claims] = me.headers.authorization.slice('Bearer '.length).split('.');
    const signed = `${part(header)}.${claims}`;
    return `Bearer ${signed}.${createHmac(hash, SECRET).update(signed).digest('base64url')}`;
  };

  test('the forge makes good tokens where it is asked to', async () => {
    const headers = { authorization: forge(tokenHeader(SECRET)) };
    expect((await api.app.inject({ url: '/api/me', headers })).statusCode).toBe(200);
  });

  test.each([
    ['another hash', () => forge(tokenHeader(SECRET, { alg: 'HS512' }), 'sha512')],
    ['a list of algorithms', () => forge(tokenHeader(SECRET, { alg: ['HS256'] }))],
    ['a critical header', () => forge(tokenHeader(SECRET, { crit: ['x'], x: 1 }))],
    ['no type', () => forge(tokenHeader(SECRET, { typ: undefined }))],
    ['no signature', () => forge(tokenHeader(SECRET, { alg: 'none' })).replace(/[^.]*$/, '')],
    ['four parts', () => `${me.headers.authorization}.x`],
    ['padding', () => `${me.headers.authorization}=`],
    ['a comma and a second token', () => `${me.headers.authorization}, ${me.headers.authorization}`],
    ['no space', () => me.headers.authorization.replace(' ', '')],
    ['a key with a space in it', () => 'Bearer key_00000000000000000000000000 _x'],
    ['a huge key', () => `Bearer key_${'0'.repeat(8_000)}`],
    ['another scheme', () => me.headers.authorization.replace('Bearer', 'Basic')],
  ])('with %s is 401', async (_what, authorization) => {
    const response = await api.app.inject({ url: '/api/me', headers: { authorization: authorization() } });
    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });
});

describe('ids and addresses', () => {
  const odd = [
    '%00',
    '%0d%0a',
    '..%2f..',
    '%2e%2e',
    'a%20b',
    '%F0%9F%92%A9',
    `${'a'.repeat(5_000)}`,
    "'--",
    '%25',
    '٠',
  ];

  test('any text in place of an id is 404, never a 500', async () => {
    const routes = api.app.routeNames.filter((name) => /^(GET|HEAD|DELETE) \/api\/.*:/.test(name));
    const wrong: unknown[] = [];
    for (const route of routes) {
      const [method, path = ''] = route.split(' ') as ['GET' | 'HEAD' | 'DELETE', string];
      for (const id of odd) {
        const url = path.replace(/:\w+/g, id);
        const { statusCode } = await api.app.inject({ method, url, headers: root.headers });
        if (statusCode !== 404) wrong.push([route, id.slice(0, 10), statusCode]);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    '/api/me/',
    '//api/me',
    '/api//me',
    '/API/ME',
    '/api/me;x=1',
    '/api/%6de',
    '/api/./me',
    '/api/x/../me',
  ])('%s gives no access and no 500 to any caller', async (url) => {
    const stranger = await api.app.inject({ url });
    expect([401, 404]).toContain(stranger.statusCode);
    const { statusCode } = await api.app.inject({ url, headers: me.headers });
    expect([200, 404]).toContain(statusCode);
  });

  test('HEAD and OPTIONS of every route stay within the statuses and ask for the same token', async () => {
    const gets = api.app.routeNames.filter((name) => /^GET \/api\//.test(name) && !name.includes('/stream'));
    for (const name of gets) {
      const url = name.slice(4).replace(/:\w+/g, 'x');
      const [get, head, options] = await Promise.all(
        (['GET', 'HEAD', 'OPTIONS'] as const).map((method) => api.app.inject({ method, url })),
      );
      expect([name, head?.body]).toEqual([name, '']);
      expect(allowed).toContain(head?.statusCode);
      expect([name, options?.statusCode]).toEqual([name, 404]);
      if (get?.statusCode === 401) expect([401, 404]).toContain(head?.statusCode);
    }
  });
});

describe('query parameters', () => {
  const lists = ['/api/organizations', '/api/admin/users', '/api/admin/audit'];

  test.each([
    'page=1e3',
    'size=0x10',
    'page=-0',
    'page=%2B1',
    'page=',
    'size=1_0',
    'page=0&page=0',
    'size[]=1',
    'page=9007199254740993',
  ])('%s is 400 in every list', async (query) => {
    for (const url of lists) {
      const { status } = await callAs(api, root, { url: `${url}?${query}` });
      expect([url, status]).toEqual([url, 400]);
    }
  });

  test('the last page a number can name is empty', async () => {
    const { status, body } = await callAs(api, root, {
      url: '/api/admin/users?page=999999999999999&size=100',
    });
    expect([status, body.content]).toEqual([200, []]);
  });

  test('a search of 10,000 characters gets a response', async () => {
    for (const url of lists.slice(0, 2)) {
      for (const search of [
        'x'.repeat(10_000),
        '%25'.repeat(3_000),
        '_'.repeat(10_000),
        '%5C'.repeat(3_000),
      ]) {
        const { status } = await callAs(api, root, { url: `${url}?search=${search}` });
        expect([200, 400]).toContain(status);
      }
    }
  });

  test.each(['%', '_', '\\', '%%', '\\%', "'", '"', '\u0130'])(
    '%j is a literal search term',
    async (search) => {
      const { status, body } = await callAs(api, root, {
        url: `/api/admin/users?search=${encodeURIComponent(search)}`,
      });
      expect([status, body.totalElements]).toEqual([200, search === '_' ? expect.any(Number) : 0]);
    },
  );

  test.each(['%FF', '%ED%A0%80', '%00', '%'])('a search of the bytes %s gets a response', async (search) => {
    for (const url of lists.slice(0, 2)) {
      const { status } = await callAs(api, root, { url: `${url}?search=${search}` });
      expect([200, 400]).toContain(status);
    }
  });
});

test('U+0000 in any path or query gets a 4xx or an empty list, never a 500', async () => {
  const { publicId: workflowId } = await createWorkflow(api, root);
  const organizationId = await createOrganization(api, root);
  const { paths } = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
  const checks = Object.entries<{ get?: { parameters?: Parameter[] } }>(paths).flatMap(([route, { get }]) => {
    const texts = (get?.parameters ?? []).filter((one) => one.in === 'query' && one.schema.type === 'string');
    const path = route.replace('{workflowId}', workflowId).replace('{publicId}', organizationId);
    return texts.map(({ name }) => `${path}?${name}=${name === 'eventId' ? 'evt_' : ''}%00`);
  });
  expect(checks.length).toBeGreaterThan(15);
  for (const url of checks) {
    const { statusCode } = await api.app.inject({ url, headers: root.headers });
    expect([url, allowed]).toEqual([url, expect.arrayContaining([statusCode])]);
  }
});

test('a template id with U+0000 in a graph is one of no template', async () => {
  const data = { templateId: 'tpl_\0', fieldMappings: {} };
  const stepsJson = {
    nodes: [
      { id: 'a', type: 'webhookTrigger', data: {} },
      { id: 'b', type: 'templateNode', data },
    ],
    edges: [{ id: 'e', source: 'a', target: 'b' }],
  };
  const { publicId } = await createWorkflow(api, me, { graph: stepsJson });
  const responses = [];
  for (const [method, path, payload] of [
    ['POST', '/validate', { stepsJson }],
    ['POST', '/test', { payload: {} }],
    ['PUT', '', { status: 'ACTIVE' }],
    ['PUT', '', { stepsJson }],
  ] as const) {
    const url = `/api/workflows/${publicId}${path}`;
    responses.push((await api.app.inject({ method, url, headers: me.headers, payload })).statusCode);
  }
  expect(responses).toEqual([200, 400, 400, 200]);
});

describe('text in bodies', () => {
  const bodies: [string, 'POST' | 'PUT', (value: unknown) => { url: string; body: object }][] = [
    [
      'the name of an API key',
      'POST',
      (name) => ({ url: '/api/me/api-keys', body: { name, scopes: ['read'] } }),
    ],
    ['the name of an organization', 'POST', (name) => ({ url: '/api/organizations', body: { name } })],
    [
      'the description of an organization',
      'POST',
      (description) => ({ url: '/api/organizations', body: { name: 'x', description } }),
    ],
    [
      'the nickname of a plan',
      'PUT',
      (nickname) => ({ url: `/api/admin/users/${me.user.publicId}/plan`, body: { nickname } }),
    ],
    [
      'the name of a workflow',
      'POST',
      (name) => ({
        url: '/api/workflows',
        body: { name, triggerType: 'webhook', stepsJson: { nodes: [], edges: [] } },
      }),
    ],
  ];

  test.each(bodies)('%s: NUL, a lone surrogate and other types are rejected', async (_what, method, of) => {
    const ask = (value: unknown) => callAs(api, root, { method, ...of(value) });
    for (const value of ['a\0b', ['a'], { a: 1 }, 7, 'a\ud800b', '\udc00', 'x\ud83d', '\udc00\ud83d']) {
      expect([value, (await ask(value)).status]).toEqual([value, 400]);
    }
    expect((await ask('Süß \ud83d\ude00')).status).toBe(200);
  });

  test('a limit of minus zero is zero', async () => {
    const response = await api.app.inject({
      method: 'PUT',
      url: `/api/admin/users/${(await createUser(api)).publicId}/plan`,
      headers: { ...root.headers, 'content-type': 'application/json' },
      payload: '{"actionLimit":-0}',
    });
    expect([response.statusCode, response.json().plan.actionLimit]).toEqual([200, 0]);
  });

  test.each(['1e400', '1e0', '1.0', '0x10', '9007199254740993', '2000000001'])(
    'an action limit of %s is a whole number in range or is rejected',
    async (number) => {
      const response = await api.app.inject({
        method: 'PUT',
        url: `/api/admin/users/${(await createUser(api)).publicId}/plan`,
        headers: { ...root.headers, 'content-type': 'application/json' },
        payload: `{"actionLimit":${number}}`,
      });
      const isOne = number === '1e0' || number === '1.0';
      expect([response.statusCode, response.json().plan?.actionLimit]).toEqual(
        isOne ? [200, 1] : [400, undefined],
      );
    },
  );
});

describe('on the wire', () => {
  const head = (method: string, url: string, ...lines: string[]) =>
    [`${method} ${url} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n');
  const json = 'Content-Type: application/json';
  const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
  const body = JSON.stringify({ email: 'nobody@example.com', password: TEST_PASSWORD });

  test('a body in chunks is read like any other', async () => {
    const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join('');
    const response = await send(
      `${head('POST', '/api/auth/login', json, 'Transfer-Encoding: chunked')}${chunks}0\r\n\r\n`,
    );
    expect(statusOf(response)).toBe(401);
  });

  test.each([
    ['more than it says', String(body.length - 5)],
    ['a length in hexadecimal', '0x10'],
    ['two lengths in one', `${body.length}, ${body.length}`],
    ['a length with a sign', `+${body.length}`],
  ])('a body of %s is 400', async (_what, length) => {
    const response = await send(
      `${head('POST', '/api/auth/login', json, `Content-Length: ${length}`)}${body}`,
    );
    expect(statusOf(response)).toBe(400);
  });

  test('a body shorter than Content-Length leaves nothing waiting and gets only an error', async () => {
    const response = await send(`${head('POST', '/api/auth/login', json, 'Content-Length: 5000')}${body}`, {
      end: true,
    });
    expect([0, 400]).toContain(statusOf(response));
  });

  test.each([
    ['a header of 12 KB', 'X-Big: ', 12_000],
    ['a cookie of 12 KB', 'Cookie: refreshToken=', 12_000],
  ])('%s is read or rejected', async (_what, name, length) => {
    const response = await send(head('GET', '/api/me', `${name}${'a'.repeat(length)}`));
    expect([400, 401]).toContain(statusOf(response));
  });
});

describe('conditions', () => {
  let url: string;
  let etag: string;

  beforeAll(async () => {
    const { publicId } = await createTemplate(api, me);
    url = `/api/templates/${publicId}/pdf`;
    const whole = await api.app.inject({ url, headers: me.headers });
    etag = String(whole.headers.etag);
  });
  const get = (headers: Record<string, string>) =>
    api.app.inject({ url, headers: { ...me.headers, ...headers } });

  test('a list of tags is read as one', async () => {
    const statuses = [];
    for (const tags of [
      `"x", ${etag}`,
      `W/${etag.replace(/^W\//, '')}`,
      '*',
      '"x", "y"',
      '',
      'x',
      '"'.repeat(500),
    ]) {
      statuses.push((await get({ 'if-none-match': tags })).statusCode);
    }
    expect(statuses).toEqual([304, 304, 304, 200, 200, 200, 200]);
  });
});

test('the responses of an organization to a member contain no invitations', async () => {
  const organization = await createOrganization(api, root);
  const { status } = await callAs(api, me, { url: `/api/organizations/${organization}` });
  expect(status).toBe(404);
  const workflow = await createWorkflow(api, me);
  const foreign = await callAs(api, root, { url: `/api/workflows/${workflow.publicId}` });
  const none = await callAs(api, root, { url: '/api/workflows/wrk_00000000000000000000000000' });
  expect({ ...foreign.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
});
