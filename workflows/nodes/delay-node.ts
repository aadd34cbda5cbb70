import { isRawNumber, isScalar, type JsonObject, type JsonValue, scalarText } from '../graph/json-text.ts';
import { limits } from '../graph/limits.ts';
import { NodeError } from '../graph/node-error.ts';
import { parseTimestamp } from '../graph/timestamp.ts';
import type { DataFault } from '../graph/types.ts';
import type { Node } from './node.ts';

const LONGEST_SECONDS = limits.delayDays * 24 * 60 * 60;

function numberOf(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return value;
  return isRawNumber(value) ? Number(value.rawJSON) : null;
}

/** `until` when it is given, as a path or a timestamp. */
function untilOf({ until }: JsonObject): { path: string } | { time: number } | null {
  if (typeof until !== 'string' || until.trim() === '') return null;
  const time = parseTimestamp(until);
  return time === null ? { path: until } : { time };
}

function findFaults(data: JsonObject): DataFault[] {
  const seconds = numberOf(data.seconds);
  const until = untilOf(data);
  if ((seconds === null) === (until === null)) {
    return [{ member: 'seconds', message: 'give either seconds or until' }];
  }
  if (seconds === null || (seconds >= 0 && seconds <= LONGEST_SECONDS)) return [];
  return [{ member: 'seconds', message: `must be from 0 to ${LONGEST_SECONDS} (${limits.delayDays} days)` }];
}

/** Waits. The moment is read here; the interpreter waits for it, on a timer that outlives every restart. */
export const delayNode = {
  label: 'Waits for a time, or until a moment.',
  members: {
    seconds: { kind: 'number', required: false, description: 'How long to wait.' },
    until: {
      kind: 'text',
      required: false,
      description:
        'A timestamp, or a path to one; without a zone it is UTC. A moment in the past does not wait.',
    },
  },
  findFaults,
  reads: (data) => {
    const until = untilOf(data);
    return until !== null && 'path' in until ? [{ member: 'until', path: until.path, need: 'text' }] : [];
  },
  feedsEvent: false,
  inline: true,
  waits: true,
  run: (data, reader) => {
    const until = untilOf(data);
    if (until === null) return { seconds: data.seconds ?? 0 };
    if ('time' in until) return { until: new Date(until.time).toISOString() };
    const value = reader.resolve(until.path) ?? null;
    const time = isScalar(value) ? parseTimestamp(scalarText(value)) : null;
    if (time !== null) return { until: new Date(time).toISOString() };
    const advice = 'It must lead to a timestamp such as 2027-01-31T08:00:00.';
    throw new NodeError(`${until.path.trim()} is ${value === null ? 'missing' : 'no timestamp'}. ${advice}`);
  },
  /** Seconds to wait from now as a number, or the moment as text. */
  control: (output) => {
    const { seconds, until } = output as JsonObject;
    return numberOf(seconds) ?? String(until);
  },
} as const satisfies Node;
