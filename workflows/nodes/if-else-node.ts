import { evaluateCondition } from '../graph/condition.ts';
import { findConditionFaults, readsOfCondition } from '../graph/condition-faults.ts';
import { booleanType } from '../graph/typing/data-type.ts';
import type { Node } from './node.ts';

/** Takes one of two ways. */
export const ifElseNode = {
  label: 'Goes one of two ways by a condition.',
  members: {
    condition: {
      kind: 'object',
      required: true,
      description: 'The condition; edges that leave the node carry `sourceHandle` `true` or `false`.',
    },
  },
  findFaults: (data, context) => findConditionFaults(data.condition, 'condition', context),
  reads: (data) => readsOfCondition(data.condition, 'condition'),
  branches: () => ['true', 'false'],
  outputType: () => booleanType,
  feedsEvent: false,
  inline: true,
  run: (data, reader) => evaluateCondition(data.condition, reader),
  control: String,
} as const satisfies Node;
