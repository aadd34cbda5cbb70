import { setTimeout as delay } from 'node:timers/promises';
import type { NodeState } from '../../workflows/contracts/node.ts';
import type { RunRecord } from '../../workflows/contracts/run.ts';
import { type RunHarness, startHarness } from '../support/runs/harness.ts';
import { type Operator, openOperator } from '../support/runs/operator.ts';
import {
  finishedRun,
  graphOf,
  readRun,
  seedAccount,
  seedEvent,
  seedTemplate,
  seedWorkflow,
} from '../support/runs/seed.ts';

const start = { type: 'webhookTrigger' };
const compose = (mapping: object) => ({ type: 'composeNode', data: { mapping } });

describe('steps that run before the interpreter', () => {
  let harness: RunHarness;
  let operator: Operator;
  let ownerId: string;
  let templateId: string;
  /** How many attempts to record the end of a run fail. */
  let broken = 0;
  /** How long a stamp takes at least, in milliseconds. */
  let slowMs = 0;
  /** Called once the end of a run is recorded, before Temporal knows of it. */
  let onRecorded = async () => {};

  beforeAll(async () => {
    operator = await openOperator();
    harness = await startHarness({
      name: 'run-ahead',
      change: ({ runRecorder, documentStamper }) => ({
        documentStamper: {
          ...documentStamper,
          stamp: async (document) => {
            if (slowMs > 0) await delay(slowMs);
            return documentStamper.stamp(document);
          },
        },
        runRecorder: {
          ...runRecorder,
          record: async (record: RunRecord) => {
            if (broken > 0) {
              broken -= 1;
              throw new Error('connection terminated');
            }
            await runRecorder.record(record);
            await onRecorded();
          },
        },
      }),
    });
    ({ id: ownerId } = await seedAccount(harness));
    templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  }, 120_000);

  afterAll(async () => {
    await harness.close();
  });

  async function run(graph: unknown, payload: unknown = { name: 'Ada' }) {
    const workflowId = await seedWorkflow(harness, { ownerId, graph });
    const eventId = await seedEvent(harness, { workflowId, payload });
    harness.dispatch(eventId);
    const seen = await finishedRun(harness, eventId);
    const handle = operator.client.workflow.getHandle(eventId);
    await handle.result().catch(() => {});
    const { events } = await handle.fetchHistory();
    const markers = (events ?? []).filter((event) => event.markerRecordedEventAttributes != null);
    return { eventId, handle, seen, events: events?.length, markers: markers.length };
  }

  const filled = () =>
    graphOf(
      {
        start,
        compose: compose({ who: '${event.name}' }),
        fill: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.who' } } },
      },
      ['start>compose', 'compose>fill'],
    );

  test('a run that ends in a later inline call runs no node twice and is recorded once', async () => {
    const graph = graphOf(
      {
        start,
        wait: { type: 'delayNode', data: { seconds: 1 } },
        fill: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } },
      },
      ['start>wait', 'wait>fill'],
    );
    const { handle, seen, markers } = await run(graph);
    expect(seen).toMatchObject({ status: 'COMPLETED', actions: 1 });
    expect(seen.nodes.fill).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    const { events } = await handle.fetchHistory();
    const scheduled = (events ?? []).filter((event) => event.activityTaskScheduledEventAttributes != null);
    expect({ markers, activities: scheduled.length }).toEqual({ markers: 2, activities: 0 });
  });

  test('a delay that has passed beside slow inline nodes does not end the run before its branch has run', async () => {
    slowMs = 2_500;
    const graph = graphOf(
      {
        start,
        past: { type: 'delayNode', data: { seconds: 0 } },
        below: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } },
        slow: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } },
        last: compose({ done: 'yes' }),
      },
      ['start>past', 'past>below', 'start>slow', 'slow>last'],
    );
    const { seen } = await run(graph).finally(() => {
      slowMs = 0;
    });
    expect(Object.values(seen.nodes).map(({ status }) => status)).not.toContain('PENDING');
    expect(seen.nodes.below).toMatchObject({ status: 'COMPLETED' });
    expect(seen).toMatchObject({ actions: 2 });
  });

  test('a run that goes well is one marker in six events, and its nodes can be asked for afterwards', async () => {
    const { handle, seen, events, markers } = await run(filled());
    expect(seen).toMatchObject({ status: 'COMPLETED', actions: 1 });
    expect(seen.nodes.start).toMatchObject({ status: 'COMPLETED', output: { name: 'Ada' } });
    expect(seen.nodes.fill).toMatchObject({ status: 'COMPLETED', attempts: 1, input: { Name: 'Ada' } });
    expect({ events, markers }).toEqual({ events: 6, markers: 1 });
    const nodes = await handle.query<NodeState[]>('nodes');
    expect(nodes.map(({ id, status, output }) => ({ id, status, output }))).toEqual(
      ['start', 'compose', 'fill'].map((id) => ({ id, status: 'COMPLETED', output: null })),
    );
  });

  test('a branch that is not taken is skipped, and nodes behind a wait are left', async () => {
    const graph = graphOf(
      {
        start,
        asks: { type: 'ifElseNode', data: { condition: { path: 'event.name', operator: 'exists' } } },
        no: compose({ way: 'no' }),
        wait: { type: 'delayNode', data: { seconds: 0.01 } },
        after: compose({ who: '${event.name}' }),
      },
      ['start>asks', 'asks>no', 'asks>wait', 'wait>after'],
    );
    const handles: Record<string, string> = { no: 'false', wait: 'true' };
    const edges = graph.edges.map((edge) => ({ ...edge, sourceHandle: handles[edge.target ?? ''] ?? null }));
    const { seen } = await run({ ...graph, edges });
    expect(seen.status).toBe('COMPLETED');
    expect(seen.nodes).toMatchObject({
      no: { status: 'SKIPPED', error: 'Not run: no edge into it was taken.' },
      after: { status: 'COMPLETED', output: { who: 'Ada' } },
    });
  });

  test('an end that could not be written ahead is written by the interpreter', async () => {
    broken = 2;
    const { seen, markers } = await run(filled());
    expect(seen).toMatchObject({ status: 'COMPLETED', actions: 1 });
    expect(seen.nodes.fill).toMatchObject({ status: 'COMPLETED', input: { Name: 'Ada' } });
    expect(markers).toBe(2);
  });

  test('a graph that cannot run fails as ever', async () => {
    const { seen } = await run(graphOf({ start, lost: { type: 'composeNode' } }, []));
    expect(seen).toMatchObject({ status: 'FAILED', workflowStatus: 'ERROR' });
  });

  test('a run that is cancelled while its end is recorded inline keeps that end', async () => {
    const workflowId = await seedWorkflow(harness, { ownerId, graph: filled() });
    const eventId = await seedEvent(harness, { workflowId, payload: { name: 'Ada' } });
    onRecorded = async () => {
      onRecorded = async () => {};
      await operator.client.workflow.getHandle(eventId).cancel();
    };
    harness.dispatch(eventId);
    const seen = await finishedRun(harness, eventId);
    expect(seen).toMatchObject({ status: 'COMPLETED', actions: 1 });
    await operator.client.workflow
      .getHandle(eventId)
      .result()
      .catch(() => {});
    expect(await readRun(harness, eventId)).toEqual(seen);
  });
});
