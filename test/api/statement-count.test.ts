import { createHash } from 'node:crypto';
import { createPublicId } from '../../src/infra/public-id.ts';
import { Membership } from '../../src/modules/organizations/membership.entity.ts';
import { Organization } from '../../src/modules/organizations/organization.entity.ts';
import { startTestApp } from '../support/app.ts';
import { recordStatements } from '../support/count-statements.ts';
import { signIn } from '../support/login.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createTemplate } from '../support/templates.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/**
 * Every route that looks, asked for its list or thing when there is one of each and again when there are fifty: the
 * number of statements is small and stays the same.
 */
const MANY = 49;
/** Account, rate and right, and then what the route is about. */
const AT_MOST = 8;
const PDF = Buffer.from('%PDF-1.7');
const sha256 = createHash('sha256').update(PDF).digest('hex');

const api = await startTestApp({ name: 'statement-count' });
const record = await recordStatements(api);
const me = await signIn(api, 'SUPER_ADMIN');
const em = api.services.orm.em.fork();
const organization = em.create(Organization, { publicId: createPublicId('org'), name: 'Rentals' });
await em.flush();
em.create(Membership, { user: me.user.id, organization: organization.id, role: 'ORG_ADMIN' });
await em.flush();
const template = (await createTemplate(api, me)).publicId;
const workflow = (await createWorkflow(api, me)).publicId;
const [run = ''] = await insertRuns(api, { workflowId: workflow, runs: [{ status: 'COMPLETED' }] });
const document = createPublicId('doc');
await api.services.storage.put(`documents/${document}.pdf`, PDF);
await em.execute(
  `insert into document (public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
                           storage_key, size, sha256)
     select ?, id, ?, 'n', ?, 1, 'a.pdf', ?, ?, ? from run where public_id = ?`,
  [document, me.user.id, template, `documents/${document}.pdf`, PDF.length, sha256, run],
);
const ids: Record<string, string> = {
  templates: template,
  workflows: workflow,
  runId: run,
  eventId: run.replace(/^run_/, 'evt_'),
  documents: document,
  organizations: organization.publicId,
  admin: me.user.publicId,
  page: '1',
};

/** The GET routes of the API, without those of plugins and of operators' programs. */
function readRoutes(): string[] {
  return (
    api.app.routeNames
      .filter((name) => name.startsWith('GET /api/'))
      .map((name) => name.slice('GET '.length))
      // A token of a mail is no list, and a stream reads again and again.
      .filter((url) => url !== '/api/auth/verify' && !url.endsWith('/stream'))
  );
}

function fill(url: string): string {
  const area = /^\/api\/admin\/organizations/.test(url) ? 'organizations' : (url.split('/')[2] ?? '');
  return url.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? ids[area] ?? 'unknown');
}

async function statementsOf(url: string): Promise<{ status: number; statements: string[] }> {
  const ask = () =>
    api.app.inject({ url: fill(url), headers: me.headers }).catch((error) => {
      throw new Error(`${url} did not respond`, { cause: error });
    });
  // Statements of the first call, before caches are filled, are not counted.
  await ask();
  record.take();
  const { statusCode: status } = await ask();
  return { status, statements: withoutRepeatedChecks(record.take()) };
}

/** A response that takes seconds checks its account again; how often depends on the speed of the machine. */
function withoutRepeatedChecks(statements: string[]): string[] {
  const isCheck = (text: string) => text.includes('as "requestsPerMinute"');
  const first = statements.findIndex(isCheck);
  return statements.filter((text, index) => index === first || !isCheck(text));
}

/** Rows like the ones there are, with ids of a time long ago and what must be unique of their own. */
async function multiply(): Promise<void> {
  const copy = (table: string, values: string) =>
    api.services.orm.em.fork().execute(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(
         'id', nextval(pg_get_serial_sequence('${table}', 'id')), ${values}))).*
       from (select * from ${table} order by id limit 1) t, generate_series(1, ${MANY}) n`,
    );
  const publicId = `'public_id', overlay(t.public_id placing lpad(n::text, 4, '0') from 5)`;
  await copy('user_account', `${publicId}, 'email', n || t.email`);
  await copy(
    'template_version',
    `'template_public_id', overlay(t.template_public_id placing lpad(n::text, 4, '0') from 5)`,
  );
  await copy('template', publicId);
  await copy('workflow', publicId);
  const runs = Array.from({ length: MANY }, () => ({ status: 'COMPLETED' }));
  await insertRuns(api, { workflowId: ids.workflows ?? '', runs });
  await copy('document', `${publicId}, 'node_id', 'n' || n`);
  await copy('organization', publicId);
  await api.services.orm.em.fork().execute(
    `insert into membership (user_id, organization_id, role)
       select ?, id, 'MEMBER' from organization on conflict do nothing`,
    [me.user.id],
  );
  await api.services.orm.em.fork().execute(
    `insert into membership (user_id, organization_id, role)
     select u.id, o.id, 'MEMBER' from user_account u, (select min(id) as id from organization) o
     where u.id <> ? on conflict do nothing`,
    [me.user.id],
  );
}

test('every route that looks needs few statements, and as many for fifty things as for one', async () => {
  const few = new Map<string, string[]>();
  const wrong: string[] = [];
  for (const url of readRoutes()) {
    const { status, statements } = await statementsOf(url);
    if (status >= 500) wrong.push(`${url}: ${status}`);
    if (statements.length > AT_MOST) wrong.push(`${url}: ${statements.length}: ${statements.join('; ')}`);
    few.set(url, statements);
  }
  await multiply();
  for (const url of readRoutes()) {
    const { statements } = await statementsOf(url);
    const before = few.get(url)?.length ?? 0;
    if (statements.length !== before) {
      wrong.push(
        `${url}: ${before} statements for one, ${statements.length} for many: ${statements.join('; ')}`,
      );
    }
  }
  expect(wrong).toEqual([]);
  expect(few.get('/api/templates')?.length).toBeGreaterThanOrEqual(2);
  const { content } = (
    await api.app.inject({ url: '/api/admin/users?size=100', headers: me.headers })
  ).json();
  expect(content).toHaveLength(MANY + 1);
  expect((await api.app.inject({ url: '/api/templates', headers: me.headers })).json()).toHaveLength(
    MANY + 1,
  );
  expect((await api.app.inject({ url: '/api/workflows', headers: me.headers })).json()).toHaveLength(
    MANY + 1,
  );
});
