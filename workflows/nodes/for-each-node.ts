import { limits } from '../graph/limits.ts';
import { listAt } from '../graph/list-at.ts';
import { NodeError } from '../graph/node-error.ts';
import { listOf } from '../graph/typing/data-type.ts';
import { elementOf } from '../graph/typing/type-reader.ts';
import type { Node } from './node.ts';

/** Everything below it runs once for each element of a list. */
export const forEachNode = {
  label: 'Runs everything below it once for each element of a list.',
  members: {
    items: {
      kind: 'text',
      required: true,
      description:
        'Path to a list. Nodes below see the element as `item` and its number, from 0, as `index`.',
    },
  },
  reads: ({ items }) => [{ member: 'items', path: String(items), need: 'list' }],
  outputType: ({ items }, types) => listOf(elementOf(types.at(String(items)))),
  feedsEvent: false,
  inline: true,
  run: ({ items }, reader) => {
    const list = listAt(String(items), 'items', reader);
    if (list.length > limits.items) {
      const advice = 'Pick fewer with filterNode, or send several events.';
      throw new NodeError(
        `The list has ${list.length} elements; at most ${limits.items} are possible. ${advice}`,
      );
    }
    reader.count(list);
    return list;
  },
  control: (output) => (Array.isArray(output) ? output.length : 0),
} as const satisfies Node;
