import { evaluateCondition } from '../graph/condition.ts';
import { findConditionFaults, readsOfCondition } from '../graph/condition-faults.ts';
import type { JsonObject } from '../graph/json-text.ts';
import { listAt } from '../graph/list-at.ts';
import { listOf } from '../graph/typing/data-type.ts';
import { elementOf } from '../graph/typing/type-reader.ts';
import type { Node } from './node.ts';

function reads(data: JsonObject) {
  const from = String(data.from);
  const judged = readsOfCondition(data.condition, 'condition').map((read) => ({ ...read, itemOf: from }));
  return [...judged, { member: 'from', path: from, need: 'list' } as const];
}

/** Keeps the elements of a list for which a condition holds. */
export const filterNode = {
  label: 'Keeps the elements of a list for which a condition holds.',
  members: {
    from: { kind: 'text', required: true, description: 'Path to a list; the output is a list too.' },
    condition: {
      kind: 'object',
      required: true,
      description: 'The condition, with the current element as `item`.',
    },
  },
  findFaults: (data, context) => findConditionFaults(data.condition, 'condition', context),
  reads,
  outputType: ({ from }, types) => listOf(elementOf(types.at(String(from)))),
  feedsEvent: true,
  inline: true,
  run: (data, reader) => {
    const kept = listAt(String(data.from), 'from', reader).filter((item) =>
      evaluateCondition(data.condition, reader.within({ item })),
    );
    reader.count(kept);
    return kept;
  },
} as const satisfies Node;
