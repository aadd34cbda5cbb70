import { isScalar, type JsonObject, type JsonValue, scalarText } from '../graph/json-text.ts';
import { limits } from '../graph/limits.ts';
import type { DataFault } from '../graph/types.ts';
import { textType } from '../graph/typing/data-type.ts';
import type { Node } from './node.ts';

const OTHERWISE = 'default';

/** The texts of `cases`; other members are faults and have none. */
function caseTexts({ cases }: JsonObject): string[] {
  return Array.isArray(cases) ? cases.filter(isScalar).map(scalarText) : [];
}

function findFaults({ cases }: JsonObject): DataFault[] {
  const list: JsonValue[] = Array.isArray(cases) ? cases : [];
  if (list.length === 0) return [{ member: 'cases', message: 'list at least one value' }];
  const seen = new Set([OTHERWISE]);
  return list.flatMap((value, index): DataFault[] => {
    const member = `cases[${index}]`;
    if (!isScalar(value)) return [{ member, message: 'must be a text, a number, true or false' }];
    const text = scalarText(value);
    if (text.length > limits.idLength) {
      return [{ member, message: `is longer than ${limits.idLength} characters; shorten it` }];
    }
    if (seen.size === seen.add(text).size) {
      const message =
        text === OTHERWISE ? 'is the name of the branch for all other values' : 'is a duplicate';
      return [{ member, message: `${message}; choose a different value` }];
    }
    return [];
  });
}

/** Takes the way of the case that a value equals, else the way `default`. */
export const switchNode = {
  label: 'Goes the way of the case that a value equals.',
  members: {
    value: { kind: 'text', required: true, description: 'Path to the value; cases compare with its text.' },
    cases: {
      kind: 'list',
      required: true,
      description: 'Values; edges that leave the node carry one as `sourceHandle`, or `default`.',
    },
  },
  findFaults,
  reads: ({ value }) => (typeof value === 'string' ? [{ member: 'value', path: value, need: 'text' }] : []),
  branches: (data) => [...caseTexts(data), OTHERWISE],
  outputType: () => textType,
  feedsEvent: false,
  inline: true,
  run: (data, reader) => {
    const value = typeof data.value === 'string' ? reader.resolve(data.value) : undefined;
    if (value === undefined || !isScalar(value)) return OTHERWISE;
    const text = scalarText(value);
    const cases = caseTexts(data);
    reader.budget.spend(cases.length);
    return cases.includes(text) ? text : OTHERWISE;
  },
  control: String,
} as const satisfies Node;
