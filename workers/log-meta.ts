import { describeError, isErrorLike } from '../src/infra/logged-error.ts';
import { withKind } from '../src/infra/public-id.ts';

/**
 * The metadata of a message of Temporal's library for our log: its ids under our names, and only the safe members of
 * errors.
 */
export function describeMeta(meta: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(meta).flatMap(([name, value]) => describeMember(name, value)));
}

function describeMember(name: string, value: unknown): [string, unknown][] {
  if (name === 'workflowId' && typeof value === 'string') return idsOf(value);
  // Temporal's run id, not ours.
  if (name === 'runId') return [['engineRunId', value]];
  return [[name, isErrorLike(value) ? describeError(value) : value]];
}

/** Event and run of an execution, which is named after one of them; the ids of chunks of its loops begin with it. */
function idsOf(workflowId: string): [string, unknown][] {
  const [id] = /^(evt|run)_[0-9a-z]{26}/.exec(workflowId) ?? [];
  if (id === undefined) return [['engineWorkflowId', workflowId]];
  const run: [string, unknown] = ['runId', withKind('run', id)];
  return id.startsWith('evt_') ? [['eventId', id], run] : [run];
}
