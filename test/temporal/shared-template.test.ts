import { createPublicId } from '../../src/infra/public-id.ts';
import { startHarness } from '../support/runs/harness.ts';
import {
  finishedRun,
  graphOf,
  seedAccount,
  seedEvent,
  seedTemplate,
  seedWorkflow,
} from '../support/runs/seed.ts';

/** Runs once the first node of a run has its document, before the second begins. */
const hook: { between(): Promise<unknown> } = { between: async () => {} };

const sql = (name: string, text: string, values: unknown[]) =>
  harness.sql({ name: `shared_${name}`, text }, values);

const harness = await startHarness({
  name: 'shared-template',
  change: ({ documentStamper }) => ({
    documentStamper: {
      ...documentStamper,
      async stamp(request) {
        const document = await documentStamper.stamp(request);
        if (request.nodeId === 'first') await hook.between();
        return document;
      },
    },
  }),
});
afterEach(() => {
  hook.between = async () => {};
});

/** A template that its owner shares with a member of an organization. */
async function sharedTemplate() {
  const [owner, member] = [await seedAccount(harness), await seedAccount(harness)];
  const templateId = await seedTemplate(harness, { ownerId: owner.id, fields: ['Name'] });
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
  return { templateId, member };
}
type Shared = Awaited<ReturnType<typeof sharedTemplate>>;

/** A run of the member's workflow, whose nodes check the access when they run. */
async function run({ templateId, member }: Shared) {
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
  expect(await run(await sharedTemplate())).toMatchObject({
    status: 'COMPLETED',
    workflowStatus: 'ACTIVE',
    actions: 2,
  });
});

const leave = ({ member }: Shared) => sql('leave', 'delete from membership where user_id = $1', [member.id]);
const unshare = ({ templateId }: Shared) =>
  sql('unshare', 'update template set organization_id = null where public_id = $1', [templateId]);
const lock = ({ member }: Shared) =>
  sql('lock', 'update user_account set is_enabled = false where id = $1', [member.id]);

test.each([
  ['leaves', leave],
  ['has it shared no more', unshare],
  ['is locked', lock],
])('one that %s while the run is under way gets no further document', async (_what, happens) => {
  const shared = await sharedTemplate();
  hook.between = () => happens(shared);
  const seen = await run(shared);
  expect(seen).toMatchObject({ status: 'FAILED', workflowStatus: 'ERROR', actions: 1 });
  expect(seen.documents.map(({ nodeId }) => nodeId)).toEqual(['first']);
  expect(seen.nodes.second).toMatchObject({ status: 'FAILED', attempts: 1 });
  expect(seen.errorMessage).toContain(
    `Template ${shared.templateId} is deleted, or the owner has no access to it`,
  );
});
