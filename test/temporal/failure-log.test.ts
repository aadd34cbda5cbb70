import { pino } from 'pino';
import { withKind } from '../../src/infra/public-id.ts';
import { startHarness } from '../support/runs/harness.ts';
import { finishedRun, graphOf, seedAccount, seedEvent, seedWorkflow } from '../support/runs/seed.ts';

test('the log of a failed node has the reason, and nothing that the node had read', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
  const harness = await startHarness({ name: 'failure-log', logger });
  const { id: ownerId } = await seedAccount(harness);
  const graph = graphOf(
    {
      start: { type: 'webhookTrigger' },
      bad: { type: 'composeNode', data: { mapping: { a: '${event.secret}', x: 'text ${event.object}' } } },
    },
    ['start>bad'],
  );
  const workflowId = await seedWorkflow(harness, { ownerId, graph });
  const eventId = await seedEvent(harness, { workflowId, payload: { secret: 'canary-7731', object: {} } });
  harness.dispatch(eventId);
  expect((await finishedRun(harness, eventId)).status).toBe('FAILED');
  await harness.close();
  const failures = lines.filter((line) => line.includes('node failed'));
  expect(failures).toHaveLength(1);
  expect(JSON.parse(failures[0] ?? '')).toMatchObject({
    eventId,
    runId: withKind('run', eventId),
    nodeType: 'composeNode',
    nodeId: 'bad',
    error: { name: 'ApplicationFailure', code: 'NODE_FAILED' },
  });
  expect(lines.join('')).not.toContain('canary-7731');
});
