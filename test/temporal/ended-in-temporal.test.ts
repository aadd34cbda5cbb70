import { operatorNamed } from '../../src/modules/admin/operators.service.ts';
import { openOperator } from '../support/runs/operator.ts';
import { endedRun, type ShownRun, sendEvent, startRunApp } from '../support/runs/run-app.ts';
import { graphOf } from '../support/runs/seed.ts';
import { createTemplate } from '../support/templates.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** A run that an operator ends in Temporal's own UI is shown as ended. */
const app = await startRunApp('ended-in-temporal');
const operator = await openOperator();
app.services.reconciler.start();
const templateId = (await createTemplate(app, app.owner, { columns: 'name' })).publicId;

const start = { type: 'webhookTrigger' };
const wait = { type: 'delayNode', data: { seconds: 86_400 } };
const each = { type: 'forEachNode', data: { items: 'event.list' } };
const below = (nodes: Parameters<typeof graphOf>[0], edges: string[]) => graphOf({ start, ...nodes }, edges);
const fill = () => ({ type: 'templateNode', data: { templateId, fieldMappings: { name: 'event.name' } } });

/** No document can be recorded until the returned function is called. */
async function holdDocuments(): Promise<() => Promise<void>> {
  const em = app.services.orm.em.fork();
  await em.begin();
  await em.execute('lock table document in share row exclusive mode');
  return () => em.rollback();
}

const locations = [
  ['a wait', () => below({ wait }, ['start>wait']), 'wait'],
  ['a loop', () => below({ each, wait }, ['start>each', 'each>wait']), 'wait'],
  ['an activity', () => below({ fill: fill() }, ['start>fill']), 'fill'],
] as const;
const ways = [
  ['cancelled', { status: 'CANCELLED' }],
  ['terminated', { status: 'FAILED', error: expect.stringContaining('TERMINATED') }],
] as const;

describe.each(locations)('a run within %s', (_location, graph, nodeId) => {
  test.each(ways)('shows as ended within seconds when an operator has %s it', async (way, shown) => {
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph: graph() });
    const release = nodeId === 'fill' ? await holdDocuments() : async () => {};
    const runId = await sendEvent(app, publicId, { name: 'Ada', list: [1, 2] });
    const url = `/workflows/${publicId}/runs/${runId}`;
    await until(async () => {
      const { nodes } = (await app.get<ShownRun>(url)).body;
      return nodes.find(({ id }) => id === nodeId)?.status === 'RUNNING';
    });
    const handle = operator.client.workflow.getHandle(runId.replace('run_', 'evt_'));
    await (way === 'cancelled' ? handle.cancel() : handle.terminate('by hand'));
    const run = await endedRun(app, publicId, runId);
    await release();
    expect(run).toMatchObject(shown);
    expect(run.nodes.map(({ status }) => status)).not.toContain('RUNNING');
  });

  test('is ended by cancel-run, in Temporal too', async () => {
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph: graph() });
    const release = nodeId === 'fill' ? await holdDocuments() : async () => {};
    const runId = await sendEvent(app, publicId, { name: 'Ada', list: [1, 2] });
    const url = `/workflows/${publicId}/runs/${runId}`;
    await until(async () => {
      const { nodes } = (await app.get<ShownRun>(url)).body;
      return nodes.find(({ id }) => id === nodeId)?.status === 'RUNNING';
    });
    const ended = await app.services.terminateRuns.cancel(operatorNamed('a test'), runId);
    expect(ended).toEqual({ before: 'RUNNING', isTerminated: true });
    const run = await endedRun(app, publicId, runId);
    await release();
    expect(run).toMatchObject({ status: 'CANCELLED', error: 'An operator cancelled the run.' });
    expect(await app.services.temporal.findStatus(runId.replace('run_', 'evt_'))).toBe('TERMINATED');
  });
});
