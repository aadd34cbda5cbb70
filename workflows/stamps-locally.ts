import type { RunInput } from './contracts/run.ts';
import type { Plan } from './plan.ts';

/** Documents of one run that are made within its workflow task at most; more take turns with those of other runs. */
const MAX_STAMPS = 8;

/**
 * Whether the template nodes of a run, those in loops aside, are tried within the workflow task first. Runs that began
 * before this was possible say nothing of it and go on as they were.
 */
export function stampsLocally({ input, plan }: { input: RunInput; plan: Plan }): boolean {
  const stamps = plan.order.filter(({ id, type }) => type === 'templateNode' && !plan.loopOf.has(id));
  return input.stampsLocally === true && stamps.length <= MAX_STAMPS;
}
