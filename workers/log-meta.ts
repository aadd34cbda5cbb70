import { describeError, isErrorLike } from '../src/infra/logged-error.ts';
import { withKind } from '../src/infra/public-id.ts';

/**
 * What the engine's library tells beside a message, fit for our log: its ids under our names, and of errors only what
 * may stand there.
 */
export function describeMeta(meta: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(meta).flatMap(([name, value]) => describeMember(name, value)));
}

function describeMember(name: string, value: unknown): [string, unknown][] {
  if (name === 'workflowId' && typeof value === 'string') return idsOf(value);
  // The engine's own; ours is another.
  if (name === 'runId') return [['engineRunId', value]];
  return [[name, isErrorLike(value) ? describeError(value) : value]];
}

/** Event and run of an execution, which is named after one of them; the stretches of a loop begin with that name. */
function idsOf(workflowId: string): [string, unknown][] {
  const [id] = /^(evt|run)_[0-9a-z]{26}/.exec(workflowId) ?? [];
  if (id === undefined) return [['engineWorkflowId', workflowId]];
  const run: [string, unknown] = ['runId', withKind('run', id)];
  return id.startsWith('evt_') ? [['eventId', id], run] : [run];
}
