import type { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import type { RunHarness } from './harness.ts';
import { payload, type RandomRun } from './random-runs.ts';
import { finishedRun, seedEvent, seedWorkflow } from './seed.ts';

interface RunAndReplay {
  harness: RunHarness;
  client: Client;
  workflowBundle: { code: string };
  ownerId: string;
}

/** The differences from the expected endings, one line for each. */
export interface Outcome {
  faults: string[];
  /** Histories replayed: those of runs, and those of stretches of loops. */
  histories: number;
}

const AT_ONCE = 8;

/** Runs each graph on Temporal, compares how its nodes ended, and replays all histories it left. */
export async function runAndReplay(deps: RunAndReplay, runs: readonly RandomRun[]): Promise<Outcome> {
  const faults: string[] = [];
  const engineIds: string[] = [];
  const left = [...runs.entries()];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, run] = next;
      const { ids, fault } = await runOne(deps, run);
      engineIds.push(...ids);
      if (fault !== null) faults.push(`graph ${index}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const results = Worker.runReplayHistories(
    { workflowBundle: deps.workflowBundle },
    historiesOf(deps, engineIds),
  );
  for await (const { workflowId, error } of results) {
    if (error !== undefined) faults.push(`history ${workflowId}: ${error.message}`);
  }
  return { faults, histories: engineIds.length };
}

async function runOne({ harness, client, ownerId }: RunAndReplay, { graph, endings }: RandomRun) {
  const workflowId = await seedWorkflow(harness, { ownerId, graph });
  const eventId = await seedEvent(harness, { workflowId, payload });
  harness.dispatch(eventId);
  const { nodes, error } = await finishedRun(harness, eventId);
  const ended = Object.fromEntries(Object.entries(nodes).map(([id, { status }]) => [id, status]));
  const differ = Object.keys({ ...endings, ...ended }).filter((id) => ended[id] !== endings[id]);
  const differences = differ.map((id) => `${id} is ${ended[id]}, not ${endings[id]}`).join(', ');
  const handle = client.workflow.getHandle(eventId);
  await handle.result().catch(() => {});
  const children = (await handle.fetchHistory()).events?.flatMap(
    (event) => event.startChildWorkflowExecutionInitiatedEventAttributes?.workflowId ?? [],
  );
  const fault = differ.length === 0 ? null : `${differences} (${error}) ${JSON.stringify(graph)}`;
  return { ids: [eventId, ...(children ?? [])], fault };
}

async function* historiesOf({ client }: RunAndReplay, engineIds: readonly string[]) {
  for (const workflowId of engineIds) {
    yield { workflowId, history: await client.workflow.getHandle(workflowId).fetchHistory() };
  }
}
