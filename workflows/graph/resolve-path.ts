import { type Budget, textSteps } from './budget.ts';
import { ownMember, type Scope } from './event-context.ts';
import type { JsonValue } from './json-text.ts';

const STEPS_OF_SEGMENT = 4;

/** First words of a path: what a node can read. `item` and `index` exist below a forEachNode, `item` also inside a Select with `from` and a Filter. */
export const pathRoots = ['event', 'trigger', 'nodes', 'item', 'index'] as const;

interface Step {
  key: string;
  /** The rest of the path, without the dot before it; null at the end. */
  rest: string | null;
}

const bracket = /^\[(?:(\d{1,15})|("(?:[^"\\]|\\.)*"))\]/;

/** The next segment of `path`, or null when there is none that can be read. */
export function nextStep(path: string): Step | null {
  if (path.startsWith('[')) {
    const match = bracket.exec(path);
    if (match === null) return null;
    const key = match[1] ?? parseQuoted(match[2] ?? '');
    return key === null ? null : { key, rest: afterDot(path.slice(match[0].length)) };
  }
  const end = path.search(/[.[]/);
  if (end < 0) return { key: path, rest: null };
  return { key: path.slice(0, end), rest: afterDot(path.slice(end)) };
}

function afterDot(rest: string): string | null {
  if (rest === '') return null;
  return rest.startsWith('.') ? rest.slice(1) : rest;
}

function parseQuoted(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
}

/**
 * The value at a path, or undefined when it is missing. At each step an own key equal to the whole rest wins, so
 * that flat keys with dots work, else the next segment. Never leaves own data. Throws BudgetExceeded.
 */
export function resolvePath(scope: Scope, path: string, budget: Budget): JsonValue | undefined {
  const first = nextStep(path.trim());
  if (first === null) return undefined;
  if (first.rest === null) return scope.value(first.key);
  let rest: string = first.rest;
  let find = (key: string) => scope.member(first.key, key);
  for (;;) {
    // A key of many characters is hashed and compared as a whole.
    budget.spend(STEPS_OF_SEGMENT + textSteps(rest.length));
    const whole = find(rest);
    if (whole !== undefined) return whole;
    const step = nextStep(rest);
    if (step === null) return undefined;
    const value = find(step.key);
    if (step.rest === null || value === undefined) return value;
    rest = step.rest;
    find = (key) => ownMember(value, key);
  }
}

/** The first word of a path, whatever it is. */
export function rootOf(path: string): string {
  return nextStep(path.trim())?.key ?? '';
}

/** The fault of a path, or null. A path without a value is not a fault. */
export function findPathFault(path: string): string | null {
  let step = nextStep(path.trim());
  const root = step?.key;
  if (!pathRoots.some((name) => name === root)) {
    return `the path ${JSON.stringify(path.slice(0, 100))} must begin with ${pathRoots.join(', ')}, as in event.name`;
  }
  while (step !== null && step.rest !== null) step = nextStep(step.rest);
  if (step !== null) return null;
  return `the path ${JSON.stringify(path.slice(0, 100))} has a bracket that is not [0] or ["key"]`;
}

/** The last segment of a path, which names what Select picks. */
export function lastSegment(path: string): string {
  let step = nextStep(path.trim());
  let key = '';
  while (step !== null) {
    key = step.key;
    step = step.rest === null ? null : nextStep(step.rest);
  }
  return key;
}
