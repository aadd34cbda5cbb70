import { withKind } from '../../src/infra/public-id.ts';
import { startHarness } from '../support/runs/harness.ts';
import { openOperator } from '../support/runs/operator.ts';
import { graphOf, seedAccount, seedEvent, seedTemplate, seedWorkflow } from '../support/runs/seed.ts';
import { until } from '../support/until.ts';

const FLOOD = 120;

const operator = await openOperator();
const harness = await startHarness({ name: 'fairness', withoutWorker: true });

/** A new account with workflows that fill a template; returns a function that sends an event to each of them. */
async function openAccount(workflows: number) {
  const { id: ownerId, accountId } = await seedAccount(harness);
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const fill = { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } };
  const graph = graphOf({ start: { type: 'webhookTrigger' }, fill }, ['start>fill']);
  const ids = await Promise.all(
    Array.from({ length: workflows }, () => seedWorkflow(harness, { ownerId, graph })),
  );
  const accept = (index = 0) =>
    seedEvent(harness, { workflowId: ids[index] ?? '', payload: { name: 'Ada' } });
  return { accountId, accept };
}

async function flood(account: Awaited<ReturnType<typeof openAccount>>, workflows: number): Promise<string[]> {
  return Promise.all(Array.from({ length: FLOOD }, (_, index) => account.accept(index % workflows)));
}

test('the flood of an account with many workflows leaves a share for the next account in every claim', async () => {
  const loud = await openAccount(3);
  const quiet = await openAccount(1);
  const flooded = await flood(loud, 3);
  const single = await quiet.accept();
  const claim = async (limit: number) => {
    const runs = await harness.outbox.claim({ limit, bulkSlots: 0, leaseSeconds: 3_600 });
    return runs.map(({ runId }) => withKind('evt', runId));
  };
  const claimed = await claim(10);
  expect(claimed).toContain(single);
  const rest = new Set([...flooded, single]);
  for (let batch = claimed; batch.length > 0; batch = await claim(100)) {
    for (const eventId of batch) expect(rest.delete(eventId)).toBe(true);
  }
  expect(rest.size).toBe(0);
});

/** Those of the runs that have ended, in this order. One statement: frequent polling would slow down the runs. */
function readEnds(eventIds: readonly string[]) {
  return harness.sql<{ engineWorkflowId: string }>(
    {
      name: 'order_of_ends',
      text: `select engine_workflow_id as "engineWorkflowId" from run
             where engine_workflow_id = any($1::text[]) and ended_at is not null order by ended_at`,
    },
    [eventIds],
  );
}

test('a single event started behind a flood of another account ends before the flood does', async () => {
  const loud = await openAccount(1);
  const quiet = await openAccount(1);
  const flooded = await flood(loud, 1);
  for (const eventId of flooded)
    expect(await harness.dispatcher.start(withKind('run', eventId), 1)).toBe('started');
  const single = await quiet.accept();
  await harness.dispatcher.start(withKind('run', single), 1);
  const { raw } = await operator.client.workflow.getHandle(single).describe();
  expect(raw.workflowExecutionInfo?.priority?.fairnessKey).toBe(quiet.accountId);

  await harness.startWorker();
  let order: Awaited<ReturnType<typeof readEnds>> = [];
  await until(async () => {
    order = await readEnds([...flooded, single]);
    return order.length > FLOOD;
  });
  const position = order.findIndex(({ engineWorkflowId }) => engineWorkflowId === single);
  // The queue has four partitions, and the one with the single event may be served last, behind three quarters of all.
  expect(position).toBeLessThan(FLOOD * 0.9);
});
