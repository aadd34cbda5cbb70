import { startHarness } from '../support/runs/harness.ts';
import { openOperator } from '../support/runs/operator.ts';
import { finishedRun, graphOf, seedAccount, seedEvent, seedWorkflow } from '../support/runs/seed.ts';

test('by a setting Compose and Select are activities on lines of their own', async () => {
  const operator = await openOperator();
  const harness = await startHarness({ name: 'regular', dataNodesAs: 'activities' });
  const { id: ownerId } = await seedAccount(harness);
  const graph = graphOf(
    {
      start: { type: 'webhookTrigger' },
      compose: { type: 'composeNode', data: { mapping: { a: '${event.x}' } } },
      select: { type: 'selectNode', data: { fields: ['event.a'] } },
    },
    ['start>compose', 'compose>select'],
  );
  const workflowId = await seedWorkflow(harness, { ownerId, graph });
  const eventId = await seedEvent(harness, { workflowId, payload: '{"x":1.0}' });
  harness.dispatch(eventId);
  expect(await finishedRun(harness, eventId)).toMatchObject({
    status: 'COMPLETED',
    nodes: { select: { output: { a: 1 } } },
  });
  const { events } = await operator.client.workflow.getHandle(eventId).fetchHistory();
  const scheduled = (events ?? []).map(
    (event) => event.activityTaskScheduledEventAttributes?.activityType?.name,
  );
  expect(scheduled.filter((name) => typeof name === 'string')).toEqual(['composeNode', 'selectNode']);
  await harness.close();
  await operator.close();
});
