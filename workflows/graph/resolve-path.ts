import { isJsonObject, type JsonObject, type JsonValue } from './json-text.ts';

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

/** An own member of a list or object; lists have only their indexes. */
function ownMember(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * The value at a path, or undefined when it is missing. At each step an own key equal to the whole rest wins, so
 * that flat keys with dots work, else the next segment. Never throws, never leaves own data.
 */
export function resolvePath(scope: JsonObject, path: string): JsonValue | undefined {
  let step = nextStep(path.trim());
  let value: JsonValue | undefined = scope;
  while (step !== null) {
    value = ownMember(value, step.key);
    if (step.rest === null || value === undefined) return value;
    const whole = ownMember(value, step.rest);
    if (whole !== undefined) return whole;
    step = nextStep(step.rest);
  }
  return undefined;
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
