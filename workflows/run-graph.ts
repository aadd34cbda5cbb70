import {
  ApplicationFailure,
  CancelledFailure,
  defineQuery,
  isCancellation,
  setHandler,
} from '@temporalio/workflow';
import { closeRun } from './close-run.ts';
import { type NodeState, names, type RunInput, type RunResult, runFailedType } from './contracts.ts';
import { describeFailure } from './failure.ts';
import { decideJoin, type Settled } from './graph/join.ts';
import { groupEdges } from './graph/order.ts';
import { type GraphNode, quote } from './graph/types.ts';
import { callOf, openRun, type Run } from './open-run.ts';
import { performNode } from './perform-node.ts';
import { listenForRoom, waitForRoom } from './wait-for-room.ts';

const nodesQuery = defineQuery<NodeState[]>(names.nodesQuery);

/**
 * Runs one graph for one event. Each node begins as soon as the nodes above it are settled; a failure skips what is
 * below it and lets other branches go on. Ends as failed when a node failed, after everything is recorded.
 */
export async function runGraph(input: RunInput): Promise<RunResult> {
  const run = openRun(input);
  setHandler(nodesQuery, () => run.state.nodes);
  listenForRoom(run);
  const incoming = groupEdges(run.graph.edges, 'target');
  const settled = new Map<string, Promise<Settled>>();
  for (const node of run.order) {
    const sources = (incoming.get(node.id) ?? []).map((edge) => settled.get(edge.source));
    const above = Promise.all(sources.filter((source) => source !== undefined));
    settled.set(
      node.id,
      above.then((ended) => settleNode(run, node, ended)),
    );
  }
  await Promise.all(settled.values());
  const { status, error } = await closeRun(run);
  if (status === 'CANCELLED') throw new CancelledFailure('The run was cancelled.');
  if (error !== null) throw ApplicationFailure.nonRetryable(error, runFailedType);
  return { status };
}

/** Brings one node to its end. Never rejects: a failure is a state. */
async function settleNode(run: Run, node: GraphNode, above: readonly Settled[]): Promise<Settled> {
  const { id } = node;
  const join = decideJoin(above);
  if (!join.run) {
    const { failedBecauseOf } = join;
    const reason =
      failedBecauseOf === null ? 'no edge into it was taken' : `node ${quote(failedBecauseOf)} failed`;
    run.state.update(id, { status: 'SKIPPED', error: `Not run: ${reason}.` });
    return { id, status: 'SKIPPED', failedBecauseOf };
  }
  run.state.update(id, { status: 'RUNNING', startedAt: Date.now() });
  try {
    const result = await waitForRoom(run, id, () => performNode(node, callOf(run, node), run.input));
    run.state.update(id, { ...result, status: 'COMPLETED', endedAt: Date.now() });
    return { id, status: 'COMPLETED', failedBecauseOf: null };
  } catch (thrown) {
    const { shared, ...failure } = describeFailure(thrown);
    run.cancelled ||= isCancellation(thrown);
    if (shared) run.sharedError ??= `Node ${quote(id)}: ${failure.error}`;
    run.state.update(id, { ...failure, status: 'FAILED', endedAt: Date.now() });
    return { id, status: 'FAILED', failedBecauseOf: id };
  }
}
