import fc from 'fast-check';
import { Membership } from '../../src/modules/organizations/membership.entity.ts';
import { startTestApp } from '../support/app.ts';
import { createUser, signIn } from '../support/login.ts';
import { callAs, createOrganization } from '../support/organizations.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

interface Operation {
  parameters?: { in: string; name: string }[];
}

const api = await startTestApp({ name: 'http-lists' });
const root = await signIn(api, 'SUPER_ADMIN');
const organization = await createOrganization(api, root, 'Alpha');
const workflow = (await createWorkflow(api, root)).publicId;

/** Every paged list, of things that exist. */
function lists(): string[] {
  const { paths } = api.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths)
    .filter(([, { get }]) => get?.parameters?.some((each) => each.in === 'query' && each.name === 'page'))
    .map(([url]) =>
      url
        .replace(/\{(workflowId|publicId)\}/, url.startsWith('/api/workflows') ? workflow : organization)
        .replace(/\{workflowId\}/, workflow),
    );
}

const number = fc.oneof(
  fc.integer({ min: -2, max: 120 }).map(String),
  fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
  fc.constantFrom(
    '',
    ' 1',
    '1 ',
    '01',
    '+1',
    '-0',
    '1.0',
    '1e1',
    '0x1',
    'NaN',
    'Infinity',
    'null',
    '١',
    '1,2',
    '%00',
  ),
);
/** As the description says: a canonical integer, of at most 15 digits. */
const isInteger = (text: string) => /^(0|[1-9]\d{0,14})$/.test(text);

test('the paged lists are those of the description', () => {
  expect(lists().length).toBeGreaterThan(6);
});

test('any page and size is a page or a 400, never a 500', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...lists()),
      fc.option(number, { nil: undefined }),
      fc.option(number, { nil: undefined }),
      async (url, page, size) => {
        const query = [
          ...(page === undefined ? [] : [`page=${page === '%00' ? page : encodeURIComponent(page)}`]),
          ...(size === undefined ? [] : [`size=${size === '%00' ? size : encodeURIComponent(size)}`]),
        ].join('&');
        const isValid =
          (page === undefined || isInteger(page)) &&
          (size === undefined || (isInteger(size) && Number(size) >= 1 && Number(size) <= 100));
        const { status, body } = await callAs(api, root, { url: `${url}?${query}` });
        expect([url, query, status]).toEqual([url, query, isValid ? 200 : 400]);
        if (!isValid) return;
        expect(body).toMatchObject({ number: Number(page ?? 0), size: Number(size ?? 20) });
        expect(body.totalPages).toBe(Math.ceil(body.totalElements / body.size));
        const left = body.totalElements - body.number * body.size;
        expect(body.content).toHaveLength(Math.max(0, Math.min(body.size, left)));
      },
    ),
    { numRuns: 300 },
  );
});

test.each(['page=0&page=1', 'size=1&size=1', 'page[]=1', 'offset=1', '__proto__=1'])(
  '%s is rejected by every list',
  async (query) => {
    for (const url of lists()) {
      expect([url, (await callAs(api, root, { url: `${url}?${query}` })).status]).toEqual([url, 400]);
    }
  },
);

describe('pages of organizations and members are those of a model in memory', () => {
  const NAMES = ['Alpha', 'alphabet', 'ALP%HA', 'Al_pha', 'Ünder', 'über', 'Z\\', "O'Hara", '日本'];
  const searches = fc.constantFrom(
    '',
    'alp',
    'ALP',
    '%',
    '_',
    '\\',
    'ü',
    'Ü',
    "'",
    '日',
    'org_',
    'usr_',
    'x',
  );
  const pages = fc.record({ page: fc.nat({ max: 4 }), size: fc.integer({ min: 1, max: 6 }) });
  const expectPage = async (url: string, model: string[], { page, size }: { page: number; size: number }) => {
    const { body } = await callAs(api, root, { url });
    const ids = body.content.map(
      (item: { publicId?: string; userId?: string }) => item.publicId ?? item.userId,
    );
    expect(ids).toEqual(model.slice(page * size, (page + 1) * size));
    expect(body.totalElements).toBe(model.length);
  };

  test('organizations', async () => {
    const made = [{ name: 'Alpha', publicId: organization }];
    for (const name of NAMES) made.push({ name, publicId: await createOrganization(api, root, name) });
    await fc.assert(
      fc.asyncProperty(searches, pages, async (search, page) => {
        const matches = ({ name, publicId }: { name: string; publicId: string }) =>
          [name, publicId].some((text) => text.toLowerCase().includes(search.toLowerCase()));
        const model = made.filter(matches).map(({ publicId }) => publicId);
        const query = `search=${encodeURIComponent(search)}&page=${page.page}&size=${page.size}`;
        await expectPage(`/api/organizations?${query}`, model.toReversed(), page);
      }),
      { numRuns: 60 },
    );
  });

  test('members', async () => {
    const em = api.services.orm.em.fork();
    const [row] = await em.execute<{ id: string }[]>('select id from organization where public_id = ?', [
      organization,
    ]);
    const made: { email: string; publicId: string }[] = [];
    for (const [index, name] of ['alp', 'b_c', 'd%e', "o'x", 'zz'].entries()) {
      const user = await createUser(api, { email: `${name}${index}@members.example` });
      em.create(Membership, { user: user.id, organization: Number(row?.id), role: 'MEMBER' });
      await em.flush();
      made.push(user);
    }
    await fc.assert(
      fc.asyncProperty(searches, pages, async (search, page) => {
        const model = made
          .filter(({ email, publicId }) =>
            [email, publicId].some((text) => text.includes(search.toLowerCase())),
          )
          .map(({ publicId }) => publicId);
        const query = `search=${encodeURIComponent(search)}&page=${page.page}&size=${page.size}`;
        await expectPage(`/api/organizations/${organization}/members?${query}`, model.toReversed(), page);
      }),
      { numRuns: 60 },
    );
  });
});
