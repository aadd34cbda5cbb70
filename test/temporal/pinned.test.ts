import { startHarness } from '../support/runs/harness.ts';
import {
  finishedRun,
  graphOf,
  seedAccount,
  seedEvent,
  seedTemplate,
  seedWorkflow,
} from '../support/runs/seed.ts';
import { fieldTexts } from '../support/stamping/form-pdf.ts';

/** Runs between the two nodes of a run. */
const hook = { between: async () => {} };

const harness = await startHarness({
  name: 'pinned',
  change: ({ documentStamper }) => ({
    documentStamper: {
      ...documentStamper,
      async stamp(request) {
        if (request.nodeId === 'second') await hook.between();
        return documentStamper.stamp(request);
      },
    },
  }),
});

const statement = (name: string, text: string) => ({ name: `pinned_${name}`, text });

test('a run in flight finishes with the graph and the template versions it began with', async () => {
  const { id: ownerId } = await seedAccount(harness);
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const other = await seedTemplate(harness, { ownerId, fields: ['Name', 'New'] });
  const fill = (text: string) => ({
    type: 'templateNode',
    data: { templateId, fieldMappings: { Name: text } },
  });
  const start = { type: 'webhookTrigger' };
  const graph = (text: string) =>
    graphOf({ start, first: fill(text), second: fill(text) }, ['start>first', 'first>second']);
  const workflowId = await seedWorkflow(harness, { ownerId, graph: graph('event.name') });
  const replaceEverything = async () => {
    await harness.sql(
      statement(
        'template',
        `with version as (
           insert into template_version (template_public_id, number, file_key, file_sha256, file_size, json, inventory,
                                         page_count, field_count, target_count)
           select $1, 2, file_key, file_sha256, file_size, json, inventory, page_count, field_count, target_count
           from template_version where template_public_id = $2)
         update template set version = 2 where public_id = $1`,
      ),
      [templateId, other],
    );
    await harness.sql(
      statement(
        'graph',
        `with version as (
           insert into graph_version (workflow_id, number, steps_json, created_by_id)
           select id, 2, $2, owner_id from workflow where public_id = $1)
         update workflow set graph_version = 2 where public_id = $1`,
      ),
      [workflowId, JSON.stringify(graph('${event.name} the second'))],
    );
  };
  const run = async () => {
    const eventId = await seedEvent(harness, { workflowId, payload: { name: 'Lee' } });
    harness.dispatch(eventId);
    const { documents, status } = await finishedRun(harness, eventId);
    const texts = documents.map(async ({ storageKey }) => fieldTexts(await harness.storage.get(storageKey)));
    return { status, texts: await Promise.all(texts) };
  };
  hook.between = replaceEverything;
  expect(await run()).toEqual({ status: 'COMPLETED', texts: [{ Name: 'Lee' }, { Name: 'Lee' }] });
  hook.between = async () => {};
  const next = { Name: 'Lee the second', New: '' };
  expect(await run()).toEqual({ status: 'COMPLETED', texts: [next, next] });
});
