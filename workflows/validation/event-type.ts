import type { Budget } from '../graph/budget.ts';
import { createType, type DataType, missing, never, unionOf, without } from '../graph/typing/data-type.ts';

/** The output of a node above, for the type of `event`. */
interface TypedLayer {
  nodeId: string;
  type: DataType;
}

/**
 * The type of `event`: the payload overlaid with the layers in their order. Where it depends on branches which layers
 * there are and how near, a member may come from any of them.
 */
export function eventType(
  payload: DataType,
  layers: readonly TypedLayer[],
  { isCertain, budget }: { isCertain: boolean; budget: Budget },
): DataType {
  const nearestFirst = layers.map(contributionOf).toReversed();
  const member = (key: string): DataType => {
    budget.spend(1 + nearestFirst.length);
    const found: DataType[] = [];
    for (const contribution of nearestFirst) {
      const type = contribution(key);
      if (type === missing) continue;
      found.push(without(type, 'missing'));
      if (isCertain && !type.kinds.has('missing')) return unionOf(found);
    }
    return unionOf([...found, payload.member(key)]);
  };
  return createType({ kinds: new Set(['object']), member, element: () => never });
}

/** The type that a layer gives each member of `event`; missing where it has none. */
function contributionOf({ nodeId, type }: TypedLayer): (key: string) => DataType {
  const other = without(type, 'object', 'missing');
  const isObject = type.kinds.has('object');
  if (other.kinds.size === 0) return (key) => (isObject ? type.member(key) : never);
  return (key) => {
    const named = nodeId === key ? other : missing;
    return isObject ? unionOf([type.member(key), named]) : named;
  };
}
