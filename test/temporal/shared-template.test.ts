import { createPublicId } from '../../src/infra/public-id.ts';
import { type RunHarness, startHarness } from '../support/runs/harness.ts';
import {
  finishedRun,
  graphOf,
  seedAccount,
  seedEvent,
  seedTemplate,
  seedWorkflow,
} from '../support/runs/seed.ts';

/** A member's workflow fills a template that is shared with them: may they still, is asked by each node when it runs. */
let harness: RunHarness;
let owner: { id: string; accountId: string };
let member: { id: string; accountId: string };
let templateId: string;
/** Done once the first node of a run has its document, before the second begins. */
let between: () => Promise<unknown> = async () => {};

const sql = (name: string, text: string, values: unknown[]) =>
  harness.sql({ name: `shared_${name}`, text }, values);

beforeAll(async () => {
  harness = await startHarness({
    name: 'shared-template',
    change: ({ documentStamper }) => ({
      documentStamper: {
        ...documentStamper,
        async stamp(request) {
          const document = await documentStamper.stamp(request);
          if (request.nodeId === 'first') await between();
          return document;
        },
      },
    }),
  });
});
afterAll(() => harness.close());
beforeEach(async () => {
  between = async () => {};
  [owner, member] = [await seedAccount(harness), await seedAccount(harness)];
  templateId = await seedTemplate(harness, { ownerId: owner.id, fields: ['Name'] });
  const organization = createPublicId('org');
  await sql('organization', `insert into organization (public_id, name) values ($1, 'Rentals')`, [
    organization,
  ]);
  await sql(
    'join',
    `insert into membership (user_id, organization_id, role)
     select u.id, o.id, 'MEMBER' from organization o, user_account u
     where o.public_id = $1 and u.public_id = any($2)`,
    [organization, [owner.accountId, member.accountId]],
  );
  await sql(
    'share',
    `update template set organization_id = (select id from organization where public_id = $2)
     where public_id = $1`,
    [templateId, organization],
  );
});

async function run() {
  const fill = { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } };
  const graph = graphOf({ start: { type: 'webhookTrigger' }, first: fill, second: fill }, [
    'start>first',
    'first>second',
  ]);
  const workflowId = await seedWorkflow(harness, { ownerId: member.id, graph });
  const eventId = await seedEvent(harness, { workflowId, payload: { name: 'Ada' } });
  harness.dispatch(eventId);
  return finishedRun(harness, eventId);
}

test('a member’s run fills a template shared with them', async () => {
  expect(await run()).toMatchObject({ status: 'COMPLETED', workflowStatus: 'ACTIVE', actions: 2 });
});

const leave = () => sql('leave', 'delete from membership where user_id = $1', [member.id]);
const unshare = () =>
  sql('unshare', 'update template set organization_id = null where public_id = $1', [templateId]);
const lock = () => sql('lock', 'update user_account set is_enabled = false where id = $1', [member.id]);

test.each([
  ['leaves', leave],
  ['has it shared no more', unshare],
  ['is locked', lock],
])('one that %s while the run is under way gets no further document', async (_what, happens) => {
  between = happens;
  const seen = await run();
  expect(seen).toMatchObject({ status: 'FAILED', workflowStatus: 'ERROR', actions: 1 });
  expect(seen.documents.map(({ nodeId }) => nodeId)).toEqual(['first']);
  expect(seen.nodes.second).toMatchObject({ status: 'FAILED', attempts: 1 });
  expect(seen.errorMessage).toContain(`Template ${templateId} is deleted, or the owner has no access to it`);
});
