import { withKind } from '../../src/infra/public-id.ts';
import { startHarness } from '../support/runs/harness.ts';
import { openOperator } from '../support/runs/operator.ts';
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

const operator = await openOperator();
const harness = await startHarness({ name: 'whole-run' });
const ownerId = (await seedAccount(harness)).id;

const start = { type: 'webhookTrigger' };
const fill = (templateId: string, fieldMappings: Record<string, string>) => ({
  type: 'templateNode',
  data: { templateId, fieldMappings },
});

async function run(graph: unknown, payload: unknown) {
  const workflowId = await seedWorkflow(harness, { ownerId, graph });
  const eventId = await seedEvent(harness, { workflowId, payload });
  harness.dispatch(eventId);
  return { eventId, workflowId, ...(await finishedRun(harness, eventId)) };
}

test('a four-node run reshapes the payload and leaves one filled document', async () => {
  const templateId = await seedTemplate(harness, {
    ownerId,
    fields: ['Name', 'Amount'],
    namingPattern: '[Name]',
  });
  const graph = graphOf(
    {
      start,
      compose: {
        type: 'composeNode',
        data: { mapping: { fullName: '${event.customer.first} ${event.customer.last}' } },
      },
      select: { type: 'selectNode', data: { fields: [{ path: 'event.order.total', as: 'total' }] } },
      fill: fill(templateId, { Name: 'event.fullName', Amount: 'event.total' }),
    },
    ['start>compose', 'compose>select', 'select>fill'],
  );
  const seen = await run(graph, '{"customer":{"first":"Zoé","last":"Lee"},"order":{"total":12.50}}');
  expect(seen).toMatchObject({ status: 'COMPLETED', error: null, actions: 1, workflowStatus: 'ACTIVE' });
  expect(seen.nodes.compose).toMatchObject({ status: 'COMPLETED', output: { fullName: 'Zoé Lee' } });
  expect(seen.nodes.fill).toMatchObject({ input: { Name: 'Zoé Lee', Amount: '12.50' }, attempts: 1 });
  expect(seen.documents).toMatchObject([{ nodeId: 'fill', name: 'Zoé_Lee.pdf' }]);
  const pdf = await harness.storage.get(seen.documents[0]?.storageKey ?? '');
  expect(await fieldTexts(pdf)).toEqual({ Name: 'Zoé Lee', Amount: '12.50' });
});

test('zero and false are printed; empty, null and missing stay blank; zeros and template text survive', async () => {
  const fields = ['Zero', 'False', 'Empty', 'Null', 'Missing', 'Zip', 'Trap', 'V'];
  const templateId = await seedTemplate(harness, { ownerId, fields });
  const mappings = Object.fromEntries(fields.map((name) => [name, `event.${name}`]));
  const payload =
    '{"Zero":0,"False":false,"Empty":"","Null":null,"Zip":"00712","Trap":"${event.Secret} $& $1","V":1.0,"Secret":"s"}';
  const seen = await run(graphOf({ start, fill: fill(templateId, mappings) }, ['start>fill']), payload);
  expect(await fieldTexts(await harness.storage.get(seen.documents[0]?.storageKey ?? ''))).toEqual({
    Zero: '0',
    False: 'false',
    Empty: '',
    Null: '',
    Missing: '',
    Zip: '00712',
    V: '1.0',
    Trap: '${event.Secret} $& $1',
  });
});

test('a failed branch skips the nodes below it, the other branch goes on, and the run is FAILED with its document', async () => {
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const graph = graphOf(
    {
      start,
      bad: { type: 'composeNode', data: { mapping: { x: 'text ${event.object}' } } },
      after: { type: 'composeNode', data: { mapping: { y: 'event.x' } } },
      good: fill(templateId, { Name: 'event.name' }),
      join: fill(templateId, { Name: 'event.y' }),
    },
    ['start>bad', 'bad>after', 'start>good', 'after>join', 'good>join'],
  );
  const seen = await run(graph, { name: 'Ada', object: { a: 1 } });
  expect(seen).toMatchObject({ status: 'FAILED', workflowStatus: 'ACTIVE', actions: 1 });
  expect(seen.error).toMatch(/Node "bad" failed: event.object is an object/);
  expect(seen.nodes.bad).toMatchObject({ status: 'FAILED', attempts: 1, output: null });
  expect(seen.nodes.bad?.input).toEqual({ 'event.object': { a: 1 } });
  expect(seen.nodes.after).toMatchObject({ status: 'SKIPPED', error: 'Not run: node "bad" failed.' });
  expect(seen.nodes.join).toMatchObject({ status: 'SKIPPED', error: 'Not run: node "bad" failed.' });
  expect(seen.nodes.good).toMatchObject({ status: 'COMPLETED' });
  expect(seen.documents).toMatchObject([{ nodeId: 'good' }]);
  await until(async () => (await harness.temporal.findStatus(seen.eventId)) === 'FAILED');
});

test('an object that reaches a column fails at once, naming column and path', async () => {
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const graph = graphOf({ start, fill: fill(templateId, { Name: 'event.person' }) }, ['start>fill']);
  const seen = await run(graph, { person: { first: 'Ada' } });
  expect(seen.nodes.fill).toMatchObject({ status: 'FAILED', attempts: 1 });
  expect(seen.error).toMatch(/Column "Name": event.person is an object/);
  expect(seen).toMatchObject({ documents: [], actions: 0, workflowStatus: 'ACTIVE' });
});

test('a failed node shows its input, also when that is too long for a message', async () => {
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name', 'Other'] });
  const mappings = { Name: 'event.name', Other: 'event.person' };
  const graph = graphOf({ start, fill: fill(templateId, mappings) }, ['start>fill']);
  const name = 'x'.repeat(40_000);
  const seen = await run(graph, { name, person: { first: 'Ada' } });
  expect(seen.nodes.fill).toMatchObject({ status: 'FAILED', input: { Name: name }, output: null });
});

test('a deleted template fails the next run with node and template, once, and puts the workflow into ERROR', async () => {
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  await harness.sql({ name: 'drop_template', text: 'delete from template where public_id = $1' }, [
    templateId,
  ]);
  const graph = graphOf({ start, fill: fill(templateId, { Name: 'event.name' }) }, ['start>fill']);
  const seen = await run(graph, { name: 'Ada' });
  expect(seen.nodes.fill).toMatchObject({ status: 'FAILED', attempts: 1 });
  expect(seen).toMatchObject({ status: 'FAILED', workflowStatus: 'ERROR', documents: [] });
  expect(seen.errorMessage).toContain(
    `Node "fill": Template ${templateId} is deleted, or the owner has no access to it`,
  );
});

test("another account's template is out of reach at run time, whatever the graph says", async () => {
  const stranger = await seedAccount(harness);
  const templateId = await seedTemplate(harness, { ownerId: stranger.id, fields: ['Name'] });
  const graph = graphOf({ start, fill: fill(templateId, { Name: 'event.name' }) }, ['start>fill']);
  expect(await run(graph, { name: 'Ada' })).toMatchObject({
    status: 'FAILED',
    workflowStatus: 'ERROR',
    documents: [],
  });
});

test('a column the template has lost puts the workflow into ERROR', async () => {
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const graph = graphOf({ start, fill: fill(templateId, { Name: 'event.a', Lost: 'event.b' }) }, [
    'start>fill',
  ]);
  const seen = await run(graph, { a: '1', b: '2' });
  expect(seen).toMatchObject({ status: 'FAILED', workflowStatus: 'ERROR' });
  expect(seen.errorMessage).toMatch(/has no column "Lost"/);
});

test('a graph that cannot run is rejected by execution too, and does not loop', async () => {
  const cycle = graphOf({ start, a: { type: 'composeNode', data: { mapping: {} } } }, ['start>a', 'a>a']);
  const seen = await run(cycle, {});
  expect(seen).toMatchObject({ status: 'FAILED', workflowStatus: 'ERROR', nodes: {} });
  expect(seen.errorMessage).toMatch(/"a" is part of a cycle/);
});

test('a payload near the limit and outputs of its size go by reference, and the run ends', async () => {
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const graph = graphOf(
    {
      start,
      rows: { type: 'selectNode', data: { from: 'event.items', fields: ['item.text'] } },
      copy: {
        type: 'composeNode',
        data: { mapping: { all: '${event.rows}', first: '${event.rows.0.text}' } },
      },
      fill: fill(templateId, { Name: 'event.first' }),
    },
    ['start>rows', 'rows>copy', 'copy>fill'],
  );
  const items = Array.from({ length: 9_000 }, (_, index) => ({ text: `"${index}"${'x'.repeat(80)}` }));
  const seen = await run(graph, { items });
  expect(seen).toMatchObject({ status: 'COMPLETED', error: null, actions: 1 });
  expect(seen.nodes.fill?.input).toEqual({ Name: items[0]?.text });
  expect(seen.nodes.rows?.output).toHaveLength(items.length);
});

test('an output beyond the bound is a plain failure', async () => {
  const graph = graphOf(
    {
      start,
      big: { type: 'composeNode', data: { mapping: { a: '${event.x}', b: '${event.x}', c: '${event.x}' } } },
    },
    ['start>big'],
  );
  const seen = await run(graph, { x: 'x'.repeat(400_000) });
  expect(seen).toMatchObject({ status: 'FAILED', workflowStatus: 'ACTIVE' });
  expect(seen.error).toMatch(/larger than 1048576 characters/);
});

test('branches that stamp at once each leave their document', async () => {
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const ids = Array.from({ length: 12 }, (_, index) => `fill${index}`);
  const nodes = Object.fromEntries(ids.map((id) => [id, fill(templateId, { Name: `${id} $\{event.name}` })]));
  const seen = await run(
    graphOf(
      { start, ...nodes },
      ids.map((id) => `start>${id}`),
    ),
    { name: 'Ada' },
  );
  expect(seen).toMatchObject({ status: 'COMPLETED', actions: ids.length });
  expect(seen.documents.map(({ nodeId }) => nodeId).sort()).toEqual([...ids].sort());
});

test('operators see what ran: the event as id, summaries, search attributes', async () => {
  const graph = graphOf({ start, bad: { type: 'composeNode', data: { mapping: { x: 'a ${event.o}' } } } }, [
    'start>bad',
  ]);
  const { eventId, workflowId } = await run(graph, { o: {} });
  // The end is in the database a moment before Temporal has it.
  await until(async () => (await harness.temporal.findStatus(eventId)) === 'FAILED');
  const description = await operator.describe(eventId);
  expect(description.summary).toBe(`${withKind('run', eventId)} of ${workflowId}, graph version 1`);
  expect(description.attributes).toMatchObject({
    StampingWorkflow: [workflowId],
    StampingFailedNode: ['bad'],
    StampingAccount: [expect.stringMatching(/^usr_/)],
  });
});
