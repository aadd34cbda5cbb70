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
import { until } from '../support/until.ts';

/** Stamps wait for this. */
const gate = { opened: Promise.resolve() };

const harness = await startHarness({
  name: 'edited',
  change: ({ documentStamper }) => ({
    documentStamper: {
      ...documentStamper,
      stamp: async (request) => {
        await gate.opened;
        return documentStamper.stamp(request);
      },
    },
  }),
});

test('a run goes on with the graph and template it began with, whatever is saved meanwhile (R33)', async () => {
  const { id: ownerId } = await seedAccount(harness);
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const start = { type: 'webhookTrigger' };
  const fill = { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } };
  const workflowId = await seedWorkflow(harness, {
    ownerId,
    graph: graphOf({ start, fill }, ['start>fill']),
  });
  const execute = (name: string, text: string, values: unknown[]) =>
    harness.sql({ name: `edit_${name}`, text }, values);

  const { promise, resolve: release } = Promise.withResolvers<void>();
  gate.opened = promise;
  const began = await seedEvent(harness, { workflowId, payload: { name: 'Ada' } });
  harness.dispatch(began);
  await until(async () => (await harness.temporal.findNodes(began))?.[1]?.status === 'RUNNING');
  const next = JSON.stringify(graphOf({ start }, []));
  await execute(
    'graph',
    `insert into graph_version (workflow_id, number, steps_json, created_by_id)
     select id, 2, $2, owner_id from workflow where public_id = $1`,
    [workflowId, next],
  );
  await execute('workflow', 'update workflow set graph_version = 2 where public_id = $1', [workflowId]);
  await execute(
    'template',
    `insert into template_version (template_public_id, number, file_key, file_sha256, file_size, json, inventory,
                                   page_count, field_count, target_count)
     select template_public_id, 2, 'templates/missing.pdf', file_sha256, file_size, json, inventory, page_count,
            field_count, target_count from template_version where template_public_id = $1`,
    [templateId],
  );
  await execute('version', 'update template set version = 2 where public_id = $1', [templateId]);
  const later = await seedEvent(harness, { workflowId, payload: { name: 'Grace' } });
  await execute('disable', "update workflow set status = 'DISABLED' where public_id = $1", [workflowId]);
  harness.dispatch(later);
  release();

  const seen = await finishedRun(harness, began);
  expect(seen).toMatchObject({ status: 'COMPLETED', error: null, actions: 1 });
  expect(Object.keys(seen.nodes)).toEqual(['start', 'fill']);
  const pdf = await harness.storage.get(seen.documents[0]?.storageKey ?? '');
  expect(await fieldTexts(pdf)).toEqual({ Name: 'Ada' });
  const after = await finishedRun(harness, later);
  expect([after.status, Object.keys(after.nodes), after.documents]).toEqual(['COMPLETED', ['start'], []]);
});

test('a failure two steps above keeps a join from running; the branch beside it is kept (R29)', async () => {
  gate.opened = Promise.resolve();
  const { id: ownerId } = await seedAccount(harness);
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const compose = (text: string) => ({ type: 'composeNode', data: { mapping: { out: text } } });
  const graph = graphOf(
    {
      start: { type: 'webhookTrigger' },
      a: compose('text ${event.object}'),
      a2: compose('${event.out}'),
      b: compose('kept'),
      join: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.out' } } },
    },
    ['start>a', 'a>a2', 'a2>join', 'start>b', 'b>join'],
  );
  const workflowId = await seedWorkflow(harness, { ownerId, graph });
  const eventId = await seedEvent(harness, { workflowId, payload: { object: { x: 1 } } });
  harness.dispatch(eventId);
  const seen = await finishedRun(harness, eventId);
  expect(seen).toMatchObject({ status: 'FAILED', error: expect.stringContaining('"a"'), documents: [] });
  expect(seen.nodes).toMatchObject({
    a: { status: 'FAILED' },
    a2: { status: 'SKIPPED' },
    b: { status: 'COMPLETED', output: { out: 'kept' } },
    join: { status: 'SKIPPED' },
  });
});
