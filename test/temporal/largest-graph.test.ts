import { limits } from '../../workflows/graph/limits.ts';
import { startHarness } from '../support/runs/harness.ts';
import { finishedRun, graphOf, seedAccount, seedEvent, seedWorkflow } from '../support/runs/seed.ts';

const harness = await startHarness({ name: 'largest', failsInline: true });
const ownerId = (await seedAccount(harness)).id;

const count = limits.nodes - 1;
const ids = Array.from({ length: count }, (_, index) => `n${index}`);
const compose = { type: 'composeNode', data: { mapping: { copy: '${event.text}', more: 'x${event.copy}' } } };
const nodes = { start: { type: 'webhookTrigger' }, ...Object.fromEntries(ids.map((id) => [id, compose])) };

test.each([
  ['side by side', ids.map((id) => `start>${id}`)],
  ['one after the other', ids.map((id, index) => `${index === 0 ? 'start' : ids[index - 1]}>${id}`)],
])('as many nodes as a graph may have, %s, with long texts, run to their end', async (_shape, edges) => {
  const workflowId = await seedWorkflow(harness, { ownerId, graph: graphOf(nodes, edges) });
  const eventId = await seedEvent(harness, { workflowId, payload: { text: 'x'.repeat(5_000) } });
  harness.dispatch(eventId);
  const seen = await finishedRun(harness, eventId);
  expect(seen).toMatchObject({ status: 'COMPLETED', error: null });
  expect(Object.keys(seen.nodes)).toHaveLength(limits.nodes);
});
