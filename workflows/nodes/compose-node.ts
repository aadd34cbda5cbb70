import { findOpenWithin, interpolateWithin } from '../graph/interpolate-within.ts';
import { readsWithin } from '../graph/reads.ts';
import { typeWithin } from '../graph/typing/type-reader.ts';
import type { Node } from './node.ts';

/** Builds a new object: the members of `mapping` with their references filled in. */
export const composeNode = {
  label: 'Builds a new object from references into the event.',
  members: {
    mapping: {
      kind: 'object',
      required: true,
      description:
        'New field name to text with references into the event; one single reference keeps its type.',
    },
  },
  findFaults: (data) => findOpenWithin(data.mapping ?? null, 'mapping'),
  reads: (data) => readsWithin(data.mapping, 'mapping'),
  outputType: (data, types) => typeWithin(data.mapping, types),
  feedsEvent: true,
  inline: true,
  run: (data, reader) => interpolateWithin(data.mapping ?? null, reader),
} as const satisfies Node;
