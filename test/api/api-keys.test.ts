import { createPublicId } from '../../src/infra/public-id.ts';
import { createKey, findKeyId } from '../../src/modules/api-keys/key-secret.ts';
import { startTestApp } from '../support/app.ts';
import { createTestClock } from '../support/clock.ts';
import { login, type SignedIn, signIn } from '../support/login.ts';
import { callAs } from '../support/organizations.ts';
import { createTemplate, pdfPart, sendForm } from '../support/templates.ts';

const clock = createTestClock('2026-11-28T10:00:00Z');
let root: SignedIn;
let owner: SignedIn;

const URL = '/api/me/api-keys';
const all = ['read', 'stamp', 'workflows'];
const create = (who: SignedIn, body: object) => callAs(api, who, { method: 'POST', url: URL, body });
const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } });
const secondsOn = (seconds: number) => new Date(clock.time + seconds * 1000);

async function newKey(who: SignedIn, scopes: string[], more: object = {}) {
  const { status, body } = await create(who, { name: 'Nightly', scopes, ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { ...bearer(body.secret), ...(body as { keyId: string; secret: string }) };
}

const api = await startTestApp({ name: 'api-keys', clock });
root = await signIn(api, 'SUPER_ADMIN');
beforeEach(async () => {
  root = await login(api, root.user);
  owner = await signIn(api);
});

test('a key is shown once, and its secret is not in the database', async () => {
  const { body } = await create(owner, { name: ' Nightly ', scopes: ['read'], expiresAt: null });
  expect(body).toEqual({
    keyId: expect.stringMatching(/^key_[0-9a-z]{26}$/),
    name: 'Nightly',
    scopes: ['read'],
    expiresAt: null,
    lastUsedAt: null,
    createdAt: clock.now().toISOString().slice(0, 19),
    secret: expect.stringMatching(/^key_[0-9a-z]{26}_[0-9A-Za-z]{43}$/),
  });
  const { secret, ...record } = body;
  expect((await callAs(api, owner, { url: URL })).body).toEqual([record]);
  const rows = JSON.stringify(await api.services.orm.em.fork().execute('select * from api_key'));
  expect(rows).toContain(record.keyId);
  expect(rows).not.toContain(secret.slice(-43));
});

test('the response with the secret must not be cached', async () => {
  const payload = { name: 'Nightly', scopes: ['read'] };
  const { statusCode, headers } = await api.app.inject({
    method: 'POST',
    url: URL,
    payload,
    headers: owner.headers,
  });
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
});

test('keys differ, and are read back as their ids', () => {
  const keyId = createPublicId('key');
  const keys = new Set(Array.from({ length: 1000 }, () => createKey(keyId)));
  expect(keys.size).toBe(1000);
  for (const key of keys) expect(findKeyId(key)).toBe(keyId);
});

test.each([
  [{}, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['read', 'read'] }, 'scopes'],
  [{ scopes: ['admin'] }, 'scopes.0'],
  [{ name: '  ' }, 'name'],
  [{ name: 'a\u0000' }, 'name'],
  [{ expiresAt: 'tomorrow' }, 'expiresAt'],
  [{ expiresAt: '2027-02-30T00:00:00' }, 'expiresAt'],
  [{ expiresAt: '2026-01-01T00:00:00' }, 'expiresAt'],
  [{ secretHash: 'x' }, 'secretHash'],
  [{ lastUsedAt: null }, 'lastUsedAt'],
])('%j is rejected', async (part, path) => {
  const whole = Object.keys(part).length === 0 ? {} : { name: 'x', scopes: ['read'] };
  const { status, body } = await create(owner, { ...whole, ...part });
  expect(status).toBe(400);
  expect(body.errors.map((error: { path: string }) => error.path)).toContain(path);
  expect((await callAs(api, owner, { url: URL })).body).toEqual([]);
});

test('a list of 100,000 scopes is rejected in linear time', async () => {
  const scopes = Array.from({ length: 100_000 }, (_, n) => `s${n}`);
  const { status, body } = await create(owner, { name: 'x', scopes });
  expect([status, body.errors[0].path]).toEqual([400, 'scopes.0']);
});

test('twenty keys an account, also when they are made at once', async () => {
  const made = await Promise.all(Array.from({ length: 25 }, () => create(owner, { name: 'x', scopes: all })));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(20);
  const [rejected] = made.filter(({ status }) => status !== 200);
  expect([rejected?.status, rejected?.body.code]).toEqual([400, 'TOO_MANY_API_KEYS']);
  const { keyId } = made.find(({ status }) => status === 200)?.body ?? {};
  await callAs(api, owner, { method: 'DELETE', url: `${URL}/${keyId}` });
  expect((await create(owner, { name: 'x', scopes: all })).status).toBe(200);
});

describe('a key in place of an access token', () => {
  const read = (key: { headers: { authorization: string } }) => callAs(api, key, { url: '/api/templates' });

  test('acts for its owner', async () => {
    const { publicId } = await createTemplate(api, owner);
    const key = await newKey(owner, ['read']);
    expect((await read(key)).body).toMatchObject([{ publicId }]);
    expect((await callAs(api, key, { url: `/api/templates/${createPublicId('tpl')}` })).status).toBe(404);
  });

  test.each([
    ['read', { read: 200, stamp: 403, workflows: 403 }],
    ['stamp', { read: 403, stamp: 200, workflows: 403 }],
    ['workflows', { read: 403, stamp: 403, workflows: 200 }],
  ])('with the scope %s opens %j', async (scope, expected) => {
    const { publicId } = await createTemplate(api, owner);
    const key = await newKey(owner, [scope]);
    const preview = { method: 'POST', url: `/api/templates/${publicId}/preview` } as const;
    const stepsJson = { nodes: [], edges: [] };
    const workflow = { name: 'W', triggerType: 'webhook', stepsJson };
    const stamped = await api.app.inject({ ...preview, headers: key.headers, payload: { row: {} } });
    const saved = { method: 'POST', url: '/api/workflows', body: workflow } as const;
    expect({
      read: (await read(key)).status,
      stamp: stamped.statusCode,
      workflows: (await callAs(api, key, saved)).status,
    }).toEqual(expected);
  });

  test('says which scope it lacks', async () => {
    const { body } = await read(await newKey(owner, ['stamp']));
    expect(body).toMatchObject({
      code: 'API_KEY_REFUSED',
      detail: 'This API key does not have the scope read.',
    });
  });

  test('gives no access to accounts, administration, keys and organizations, whatever its scopes and owner', async () => {
    const key = await newKey(root, all);
    const requests = [
      { url: '/api/me' },
      { url: URL },
      { method: 'POST', url: URL, body: { name: 'x', scopes: ['read'] } },
      { method: 'POST', url: '/api/me/2fa/setup' },
      { url: '/api/admin/users' },
      { url: '/api/admin/audit' },
      { method: 'POST', url: '/api/organizations', body: { name: 'x' } },
      { method: 'POST', url: '/api/invitations/accept', body: { token: 'x' } },
    ] as const;
    for (const request of requests) {
      const { status, body } = await callAs(api, key, request);
      expect([request.url, status, body.code]).toEqual([request.url, 403, 'API_KEY_REFUSED']);
    }
    const upload = await sendForm(
      api,
      { user: root.user, ...key },
      {
        parts: [{ name: 'name', value: 'x' }, await pdfPart()],
      },
    );
    expect(upload.json()).toMatchObject({ status: 403, code: 'API_KEY_REFUSED' });
  });

  test('of a GUEST only looks', async () => {
    const key = await newKey(await signIn(api, 'GUEST'), all);
    expect((await read(key)).status).toBe(200);
    const body = { name: 'W', triggerType: 'webhook', stepsJson: { nodes: [], edges: [] } };
    const rejected = await callAs(api, key, { method: 'POST', url: '/api/workflows', body });
    expect([rejected.status, rejected.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('stops at once when it is revoked, by its owner alone', async () => {
    const key = await newKey(owner, all);
    const other = await signIn(api);
    const revoke = (who: SignedIn, id: string) => callAs(api, who, { method: 'DELETE', url: `${URL}/${id}` });
    expect((await revoke(other, key.keyId)).status).toBe(404);
    expect((await read(key)).status).toBe(200);
    expect((await revoke(owner, key.keyId)).status).toBe(200);
    expect((await read(key)).status).toBe(401);
    for (const id of [key.keyId, createPublicId('key'), 'x', '%00', `key_${'0'.repeat(400)}`]) {
      expect((await revoke(owner, id)).status).toBe(404);
    }
  });

  test('stops while its owner is locked', async () => {
    const key = await newKey(owner, all);
    const act = (what: string) =>
      callAs(api, root, { method: 'POST', url: `/api/admin/users/${owner.user.publicId}/${what}` });
    await act('lock');
    expect((await read(key)).status).toBe(401);
    await act('unlock');
    expect((await read(key)).status).toBe(200);
  });

  test('ends when it expires', async () => {
    const expiresAt = secondsOn(60).toISOString().slice(0, 19);
    const key = await newKey(owner, all, { expiresAt });
    clock.time += 59_000;
    expect((await read(key)).status).toBe(200);
    clock.time += 1_000;
    expect((await read(key)).status).toBe(401);
  });

  test('writes its last use down once a minute', async () => {
    const key = await newKey(owner, all);
    const lastUsed = async () => (await callAs(api, owner, { url: URL })).body[0].lastUsedAt;
    expect(await lastUsed()).toBeNull();
    const first = clock.now().toISOString().slice(0, 19);
    await Promise.all(Array.from({ length: 5 }, () => read(key)));
    clock.time += 59_000;
    await read(key);
    expect(await lastUsed()).toBe(first);
    clock.time += 1_000;
    await read(key);
    expect(await lastUsed()).toBe(clock.now().toISOString().slice(0, 19));
  });

  test.each([
    (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
    (secret: string) => `${secret}0`,
    (secret: string) => secret.slice(0, -1),
    (secret: string) => secret.toUpperCase(),
    (secret: string) => secret.slice(0, 30),
    (secret: string) => `key_${'0'.repeat(26)}${secret.slice(30)}`,
    () => 'key_',
  ])('that is not quite one is 401 (%#)', async (spoil) => {
    const key = await newKey(owner, all);
    const { status, body } = await read(bearer(spoil(key.secret)));
    expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });
});

test('keys are in the trail without their secrets', async () => {
  const key = await newKey(owner, ['read', 'stamp']);
  await callAs(api, owner, { method: 'DELETE', url: `${URL}/${key.keyId}` });
  const { body } = await callAs(api, root, { url: `/api/admin/audit?target=${key.keyId}` });
  expect(body.content).toMatchObject([
    { action: 'API_KEY_REVOKED', actor: { email: owner.user.email }, target: { name: 'Nightly' } },
    { action: 'API_KEY_CREATED', changes: { scopes: { from: null, to: 'read stamp' } } },
  ]);
  expect(JSON.stringify(body)).not.toContain(key.secret.slice(-43));
});

test('requests of keys count on the rate of their owner', async () => {
  const limited = await startTestApp({ name: 'api-keys-rate', env: { RATE_LIMIT_PER_MINUTE: '5' } });
  try {
    const who = await signIn(limited);
    const body = { name: 'x', scopes: ['read'] };
    const keys = [await callAs(limited, who, { method: 'POST', url: URL, body })];
    keys.push(await callAs(limited, who, { method: 'POST', url: URL, body }));
    const statuses = [];
    for (const i of [0, 1, 0, 1]) {
      const key = bearer(keys[i]?.body.secret);
      statuses.push((await callAs(limited, key, { url: '/api/workflows' })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await callAs(limited, who, { url: '/api/me' })).status).toBe(429);
  } finally {
    await limited.close();
  }
});
