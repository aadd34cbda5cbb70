import { nextStep } from '../resolve-path.ts';
import { anything, type DataType, memberType, missing, unionOf, without } from './data-type.ts';

/**
 * The type of the value at a path in a scope of this type; works exactly as `resolvePath` does. `likely` leaves out that an object
 * which may have any member could have one named like several segments, dots and all: possible, but hardly ever meant.
 */
export function typeAt(scope: DataType, path: string, likely = false): DataType {
  const found: DataType[] = [];
  let step = nextStep(path.trim());
  let type = scope;
  while (step !== null) {
    type = memberType(type, step.key);
    if (step.rest === null) return unionOf([...found, type]);
    // A key equal to the whole rest wins where there is one.
    const declared = memberType(type, step.rest);
    const isOneStep = nextStep(step.rest)?.rest === null;
    const whole = likely && declared === anything && !isOneStep ? missing : declared;
    found.push(without(whole, 'missing'));
    if (!whole.kinds.has('missing')) return unionOf(found);
    step = nextStep(step.rest);
  }
  return unionOf([...found, missing]);
}
