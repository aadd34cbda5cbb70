import { Context } from '@temporalio/activity';
import { LRUCache } from 'lru-cache';
import type { Tracing } from '../src/infra/tracing/tracing.ts';
import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { Activities } from '../workflows/contracts/activities.ts';
import type { NodeState } from '../workflows/contracts/node.ts';
import type { RunInput } from '../workflows/contracts/run.ts';
import { parseJson } from '../workflows/graph/json-text.ts';
import { readPlan } from '../workflows/plan.ts';
import { stampsLocally } from '../workflows/stamps-locally.ts';
import { type QuickPerformer, quickPerformer } from './quick-performer.ts';
import type { ActivityServices } from './services.ts';
import { walkAhead } from './walk-ahead.ts';

/** Characters of the graphs whose plans are kept. */
const KEPT_GRAPHS = 4 * 1024 * 1024;

/**
 * Runs what is quick of a graph: every node whose work takes a moment, once, and the record of the run when no node is
 * left. What fails, waits, or is made one by one in a loop is left to the interpreter, which does it as if nothing had
 * been tried.
 */
export function runAhead(services: ActivityServices, tracing: Pick<Tracing, 'step'>): Activities['runAhead'] {
  const planOf = createPlans();
  return async (input) => {
    const { plan, problem } = planOf(input);
    if (problem !== null) return { nodes: [], tried: [], recorded: false };
    const runTexts = withPayload(services.runTexts, input.payload);
    const quick = quickPerformer({ ...services, runTexts }, input, stampsLocally({ input, plan }));
    const perform: QuickPerformer = (type) => {
      const work = quick(type);
      return work && ((call, node) => tracing.step(`RunNode:${type}`, () => work(call, node)));
    };
    // The nodes of one run share what was parsed of its payload.
    const { nodes, tried, isWhole } = await walkAhead({ base: { ...input, payload: null }, plan, perform });
    const recorded = isWhole && (await tracing.step('RecordRun', () => record(services, input, nodes)));
    return { nodes: recorded ? nodes.map(withoutTexts) : nodes.filter(hasEnded), tried, recorded };
  };
}

type ReadPlan = ReturnType<typeof readPlan>;

/** Plans of graph versions, which never change. */
function createPlans(): (input: RunInput) => ReadPlan {
  const plans = new LRUCache<string, ReadPlan>({ maxSize: KEPT_GRAPHS });
  return ({ workflowId, graphVersion, stepsJson }) => {
    const key = `${workflowId} ${graphVersion}`;
    const known = plans.get(key);
    if (known !== undefined) return known;
    const read = readPlan(stepsJson);
    plans.set(key, read, { size: stepsJson.length });
    return read;
  };
}

function withPayload(texts: RunTexts, payload: string | null): RunTexts {
  if (payload === null) return texts;
  const value = parseJson(payload);
  return { ...texts, readPayload: async () => value };
}

/**
 * Records a run that has ended well. A try that took so long that the interpreter went on without it may get here late:
 * then the end that the run has by now stands. False when it could not be written; the interpreter sees to that.
 */
async function record({ runRecorder }: ActivityServices, input: RunInput, nodes: NodeState[]) {
  const { info, log } = Context.current();
  const { runId, workflowId, graphVersion } = input;
  const ending = { status: 'COMPLETED', error: null, workflowError: null, endedAt: Date.now() } as const;
  const engineRunId = info.workflowExecution?.runId ?? '';
  try {
    await runRecorder.record({
      ...{ runId, workflowId, graphVersion, engineRunId, nodes, unlessEnded: true },
      ...ending,
    });
    return true;
  } catch (error) {
    log.warn('a run could not be recorded at once', { error });
    return false;
  }
}

function hasEnded({ status }: NodeState): boolean {
  return status !== 'PENDING';
}

/** What the interpreter tells of a node whose run is recorded. */
function withoutTexts(node: NodeState): NodeState {
  return { ...node, input: null, output: null, stored: node.status === 'COMPLETED' };
}
