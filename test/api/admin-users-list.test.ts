import fc from 'fast-check';
import { startTestApp } from '../support/app.ts';
import { createUser, signIn } from '../support/login.ts';

/** Every account, newest first. */
const all: { publicId: string; email: string }[] = [];

const EMAILS = ['100%@example.com', '50_50@example.com', '50x50@example.com', 'müller@example.com'];

const api = await startTestApp({ name: 'admin-users-list' });
const admin = await signIn(api, 'ADMIN');
all.push(admin.user);
for (const email of EMAILS) all.unshift(await createUser(api, { email }));
for (let n = 0; n < 20; n++) all.unshift(await createUser(api));

async function list(query: string) {
  const response = await api.app.inject({ url: `/api/admin/users?${query}`, headers: admin.headers });
  return { status: response.statusCode, body: response.json() };
}

const idsOf = (page: { content: { publicId: string }[] }) => page.content.map(({ publicId }) => publicId);

test('the first twenty come by default, in the envelope, as records without secrets', async () => {
  const { status, body } = await list('');
  expect([status, { ...body, content: null }]).toEqual([
    200,
    { content: null, totalPages: 2, totalElements: 25, size: 20, number: 0 },
  ]);
  expect(idsOf(body)).toEqual(all.slice(0, 20).map(({ publicId }) => publicId));
  expect(body.content[0]).toEqual({
    publicId: all[0]?.publicId,
    email: all[0]?.email,
    applicationRole: 'MEMBER',
    isEnabled: true,
    isVerified: true,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  });
});

test('a page beyond the end is empty and has the total', async () => {
  const { status, body } = await list('page=99');
  expect([status, body]).toEqual([
    200,
    { content: [], totalPages: 2, totalElements: 25, size: 20, number: 99 },
  ]);
  expect((await list('page=900000000000000')).status).toBe(200);
});

test.each([
  ['100%', ['100%@example.com']],
  ['0%@', ['100%@example.com']],
  ['50_50', ['50_50@example.com']],
  ['MÜLLER', ['müller@example.com']],
  ['ÜL', ['müller@example.com']],
  ['\\', []],
  ["'; drop table user_account; --", []],
])('search means what it says: %j', async (search, emails) => {
  const { body } = await list(`search=${encodeURIComponent(search)}`);
  expect(body.content.map(({ email }: { email: string }) => email)).toEqual(emails);
  expect(body.totalElements).toBe(emails.length);
});

test('search finds part of a public id, in any case', async () => {
  const { publicId } = admin.user;
  expect(idsOf((await list(`search=${publicId.slice(-12).toUpperCase()}`)).body)).toContain(publicId);
  expect((await list('search=usr_')).body.totalElements).toBe(25);
  expect((await list('search=')).body.totalElements).toBe(25);
});

test.each([
  'page=-1',
  'page=1.5',
  'page=NaN',
  'page=1e3',
  'page=1000000000000000000',
  'page=',
  'page=0&page=1',
  'size=0',
  'size=101',
  'size=1000000000',
  'size=ten',
  'search=a&search=b',
  'search=%00',
  'sort=email',
  '__proto__=1',
])('%s is 400', async (query) => {
  const { status, body } = await list(query);
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
});

test('any search and any page are those of a model in memory', async () => {
  const part = fc
    .tuple(fc.constantFrom(...all.flatMap(({ email, publicId }) => [email, publicId])), fc.nat(), fc.nat(12))
    .map(([text, from, length]) => text.slice(from % text.length, (from % text.length) + length));
  const search = fc.oneof(part, fc.string({ unit: 'grapheme', maxLength: 3 }));
  await fc.assert(
    fc.asyncProperty(search, fc.nat(5), fc.integer({ min: 1, max: 100 }), async (given, page, size) => {
      fc.pre(!given.includes('\0'));
      const text = given.toLowerCase();
      const hits = all.filter(({ email, publicId }) => email.includes(text) || publicId.includes(text));
      const { body } = await list(`search=${encodeURIComponent(given)}&page=${page}&size=${size}`);
      expect(idsOf(body)).toEqual(hits.slice(page * size, (page + 1) * size).map(({ publicId }) => publicId));
      expect([body.totalElements, body.totalPages]).toEqual([hits.length, Math.ceil(hits.length / size)]);
    }),
    { numRuns: 150 },
  );
});
