import path from 'node:path';
import { Worker } from '@temporalio/worker';
import fc from 'fast-check';
import { loadWorkflowBundle } from '../../workers/bundle.ts';
import { getStack } from '../support/stack.ts';
import { randomGraph, referenceEndings } from '../unit/workflows/random-graphs.ts';
import { openOperator } from './operator.ts';
import { startRig } from './run-rig.ts';
import { finishedRun, seedAccount, seedEvent, seedWorkflow } from './seed.ts';

test('random graphs end on the real engine as the plain interpreter says, and replay from their histories', async () => {
  const operator = await openOperator();
  const rig = await startRig({ name: 'random-graphs' });
  const workflowBundle = await loadWorkflowBundle(path.join((await getStack()).folder, 'bundles'));
  const { id: ownerId } = await seedAccount(rig);
  const graphs = fc.sample(randomGraph(12), { numRuns: 30, seed: 7 });
  for (const graph of graphs) {
    const workflowId = await seedWorkflow(rig, { ownerId, graph });
    const eventId = await seedEvent(rig, { workflowId, payload: { object: {} } });
    rig.dispatcher.dispatch(eventId);
    const seen = await finishedRun(rig, eventId, 100_000);
    const endings = Object.fromEntries(Object.entries(seen.nodes).map(([id, { status }]) => [id, status]));
    expect(endings).toEqual(referenceEndings(graph));
    const handle = operator.client.workflow.getHandle(eventId);
    await handle.result().catch(() => {});
    await Worker.runReplayHistory({ workflowBundle }, await handle.fetchHistory(), eventId);
  }
  await rig.close();
  await operator.close();
}, 300_000);
