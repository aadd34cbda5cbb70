import { type Budget, textSteps } from '../budget.ts';
import { nextStep } from '../resolve-path.ts';
import { anything, type DataType, memberType, missing, unionOf, without } from './data-type.ts';

/**
 * The type of the value at a path in a scope of this type; works exactly as `resolvePath` does. `isLikely` leaves out that
 * an object which may have any member could have one named like several segments, dots and all: possible, but hardly ever
 * meant. Throws BudgetExceeded.
 */
export function typeAt(
  scope: DataType,
  path: string,
  { budget, isLikely = false }: { budget: Budget; isLikely?: boolean },
): DataType {
  const found: DataType[] = [];
  let step = nextStep(path.trim());
  let type = scope;
  while (step !== null) {
    budget.spend(type.size + STEPS_OF_SEGMENT);
    type = memberType(type, step.key);
    if (step.rest === null) return unionOf([...found, type]);
    budget.spend(type.size + textSteps(step.rest.length));
    // A key equal to the whole rest wins where there is one.
    const declared = memberType(type, step.rest);
    const isOneStep = nextStep(step.rest)?.rest === null;
    const whole = isLikely && declared === anything && !isOneStep ? missing : declared;
    const present = without(whole, 'missing');
    if (present.kinds.size > 0 && found.at(-1) !== present) found.push(present);
    if (!whole.kinds.has('missing')) return unionOf(found);
    step = nextStep(step.rest);
  }
  return unionOf([...found, missing]);
}

const STEPS_OF_SEGMENT = 20;
