import Fastify from 'fastify';
import { requirePolicies } from '../../src/http/policy.ts';
import { createPublicId } from '../../src/infra/public-id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createUser, login, type SignedIn, signIn } from '../support/login.ts';
import { forgeToken } from '../support/tokens.ts';

const secret = 'a secret of at least thirty-two characters';
let test_: TestApp;

beforeAll(async () => {
  test_ = await startTestApp({ name: 'http-policy', env: { JWT_SECRET: secret } });
});
afterAll(() => test_.close());

test('a route without a policy keeps the service from starting', async () => {
  const app = Fastify();
  requirePolicies(app, { foreign: '/docs' });
  expect(() => app.get('/open', async () => 'x')).toThrow('GET /open declares no policy');
  expect(() => app.get('/documents', async () => 'x')).toThrow('declares no policy');
  app.get('/docs/page', async () => 'x');
  app.get('/fine', { config: { policy: 'public' } }, async () => 'x');
  await app.close();
});

interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
}

/** Every described route with ids of nothing in its path. */
function routes(): Route[] {
  const { paths } = test_.app.swagger() as unknown as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([template, operations]) => {
    const url = template.replace('/api/templates/{publicId}', `/api/templates/${createPublicId('tpl')}`);
    return Object.keys(operations).map((method) => ({
      method: method.toUpperCase() as Route['method'],
      url: url.replaceAll(/\{\w+\}/g, createPublicId('wrk')),
    }));
  });
}

const statusOf = async (route: Route, who?: Pick<SignedIn, 'headers'>) =>
  (await test_.app.inject({ ...route, headers: who?.headers ?? {} })).statusCode;

const nameOf = ({ method, url }: Route) => `${method} ${url.replaceAll(/(tpl|wrk)_[0-9a-z]{26}/g, '{}')}`;

/** The only doors without a key. */
const PUBLIC = [
  'GET /livez',
  'GET /readyz',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/refresh-token',
  'POST /api/auth/register',
  'GET /api/auth/verify',
  'POST /api/auth/request-reset',
  'POST /api/auth/reset-password',
  'POST /api/workflows/{}/webhook',
];

test('all routes but the public ones answer 401 to anonymous, expired and locked callers, whatever the target', async () => {
  const now = Math.floor(Date.now() / 1000);
  const user = await createUser(test_);
  const locked = await login(test_, user);
  await test_.services.orm.em
    .fork()
    .execute('update user_account set is_enabled = false where id = ?', [user.id]);
  const expired = forgeToken({
    secret,
    payload: {
      ...{ iss: 'stamping-service', aud: 'stamping-service-api', sub: (await signIn(test_)).user.publicId },
      ...{ jti: 'x', iat: now - 1000, exp: now - 100 },
    },
  });
  for (const who of [undefined, { headers: { authorization: `Bearer ${expired}` } }, locked]) {
    const open: string[] = [];
    for (const route of routes()) {
      if (PUBLIC.includes(nameOf(route))) continue;
      const status = await statusOf(route, who);
      if (status !== 401) open.push(`${nameOf(route)}: ${status}`);
    }
    expect(open).toEqual([]);
  }
});

test('the public routes are there', () => {
  expect(routes().map(nameOf)).toEqual(expect.arrayContaining(PUBLIC));
});

/** Looks, although its method is POST. */
const LOOKS = ['POST /api/workflows/{}/validate'];

test('a guest looks and changes nothing: each changing route is 403 before any look-up', async () => {
  const guest = await signIn(test_, 'GUEST');
  const wrong: string[] = [];
  for (const route of routes()) {
    const name = nameOf(route);
    if (PUBLIC.includes(name)) continue;
    const status = await statusOf(route, guest);
    const administers = name.includes('/api/admin/');
    const looks = !administers && (route.method === 'GET' || LOOKS.includes(name));
    if (!(looks ? [200, 404] : [403]).includes(status)) wrong.push(`${name}: ${status}`);
  }
  expect(wrong).toEqual([]);
});

test.each(['MEMBER', 'ADMIN', 'SUPER_ADMIN'] as const)('%s is let through to the look-up', async (role) => {
  const who = await signIn(test_, role);
  for (const route of routes()) {
    const name = nameOf(route);
    if (PUBLIC.includes(name)) continue;
    if (role === 'MEMBER' && name.includes('/api/admin/')) {
      expect(await statusOf(route, who)).toBe(403);
      continue;
    }
    expect([200, 400, 404]).toContain(await statusOf(route, who));
  }
});
