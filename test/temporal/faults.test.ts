import { DomainError } from '../../src/errors.ts';
import { withKind } from '../../src/infra/public-id.ts';
import type { NodeState } from '../../workflows/contracts/node.ts';
import { type RunHarness, startHarness } from '../support/runs/harness.ts';
import { type Operator, openOperator } from '../support/runs/operator.ts';
import {
  finishedRun,
  graphOf,
  seedAccount,
  seedEvent,
  seedTemplate,
  seedWorkflow,
} from '../support/runs/seed.ts';
import { until } from '../support/until.ts';

const start = { type: 'webhookTrigger' };

/** A harness whose stamping and recording can be made to fail. */
async function startFaultyHarness(name: string) {
  const faults = { stamp: async () => {}, afterStamp: async () => {}, record: async () => {} };
  const harness = await startHarness({
    name,
    change: ({ documentStamper, runRecorder }) => ({
      documentStamper: {
        ...documentStamper,
        stamp: async (request) => {
          await faults.stamp();
          const document = await documentStamper.stamp(request);
          await faults.afterStamp();
          return document;
        },
      },
      runRecorder: {
        ...runRecorder,
        record: async (record) => {
          await faults.record();
          await runRecorder.record(record);
        },
      },
    }),
  });
  const { id: ownerId } = await seedAccount(harness);
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const fill = { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } };
  const workflowId = await seedWorkflow(harness, {
    ownerId,
    graph: graphOf({ start, fill }, ['start>fill']),
  });
  const accept = () => seedEvent(harness, { workflowId, payload: { name: 'Ada' } });
  return { harness, faults, accept };
}

/** Fails the first `times` calls. */
function failing(times: number, error: () => Error) {
  let left = times;
  return async () => {
    if (left-- > 0) throw error();
  };
}

const away = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

describe('faults', () => {
  let harness: RunHarness;
  let operator: Operator;
  let faults: Awaited<ReturnType<typeof startFaultyHarness>>['faults'];
  let accept: () => Promise<string>;

  beforeAll(async () => {
    operator = await openOperator();
    ({ harness, faults, accept } = await startFaultyHarness('faults'));
  });
  afterAll(async () => {
    await harness.close();
  });
  afterEach(() =>
    Object.assign(faults, { stamp: async () => {}, afterStamp: async () => {}, record: async () => {} }),
  );

  test('a passing fault is retried until it passes, and the attempts are shown', async () => {
    faults.stamp = failing(2, away);
    const eventId = await accept();
    harness.dispatch(eventId);
    const seen = await finishedRun(harness, eventId);
    expect(seen).toMatchObject({ status: 'COMPLETED', actions: 1 });
    expect(seen.nodes.fill?.attempts).toBe(3);
  });

  test('a permanent failure is not retried', async () => {
    let calls = 0;
    faults.stamp = async () => {
      calls++;
      throw new DomainError('ROWS_INVALID', 'Column "Name": too long.');
    };
    const eventId = await accept();
    harness.dispatch(eventId);
    const seen = await finishedRun(harness, eventId);
    expect(seen).toMatchObject({ status: 'FAILED', workflowStatus: 'ACTIVE', actions: 0 });
    expect(seen.nodes.fill?.attempts).toBe(1);
    expect(calls).toBe(1);
  });

  test('a step that fails after the document was stored makes no second one and counts one action', async () => {
    faults.afterStamp = failing(1, away);
    const eventId = await accept();
    harness.dispatch(eventId);
    const seen = await finishedRun(harness, eventId);
    expect(seen).toMatchObject({ status: 'COMPLETED', actions: 1 });
    expect(seen.nodes.fill?.attempts).toBe(2);
    expect(seen.documents).toHaveLength(1);
  });

  test('the end is recorded however often the database rejects it', async () => {
    faults.record = failing(2, away);
    const eventId = await accept();
    harness.dispatch(eventId);
    expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED', actions: 1 });
  });

  test('two dispatchers that start one event give one run and one document', async () => {
    const eventId = await accept();
    const start = () => harness.dispatcher.start(withKind('run', eventId), 1);
    const outcomes = await Promise.all([start(), start()]);
    expect(outcomes).toEqual(['started', 'started']);
    expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED', actions: 1 });
    expect(await operator.countExecutions(eventId)).toBe(1);
  });

  test('node states can be asked for while the run goes on', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    faults.stamp = () => held;
    const eventId = await accept();
    harness.dispatch(eventId);
    // Within the workflow task nothing responds; one that takes long is interrupted.
    let nodes: NodeState[] | null = null;
    await until(async () => {
      nodes = await harness.temporal.findNodes(eventId);
      return nodes?.[1]?.status === 'RUNNING';
    });
    expect(nodes).toMatchObject([
      { id: 'start', status: 'COMPLETED' },
      { id: 'fill', status: 'RUNNING' },
    ]);
    release();
    expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'COMPLETED' });
  });

  test('a cancelled run is recorded as CANCELLED', async () => {
    faults.stamp = async () => {
      throw away();
    };
    const eventId = await accept();
    harness.dispatch(eventId);
    await until(async () => (await harness.temporal.findNodes(eventId))?.[1]?.status === 'RUNNING');
    await operator.client.workflow.getHandle(eventId).cancel();
    expect(await finishedRun(harness, eventId)).toMatchObject({ status: 'CANCELLED', documents: [] });
  });
});
