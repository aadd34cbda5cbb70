import { type DataType, missing, objectOf, unionOf, without } from '../graph/typing/data-type.ts';

/** The output of a node above, for the type of `event`. */
interface TypedLayer {
  nodeId: string;
  type: DataType;
}

/**
 * The type of `event`: the payload overlaid with the layers in their order. Where it depends on branches which layers
 * there are and how near, a member may come from any of them.
 */
export function eventType(payload: DataType, layers: readonly TypedLayer[], isCertain: boolean): DataType {
  const contributions = (key: string) =>
    layers.map(({ nodeId, type }): DataType => {
      const parts: DataType[] = [];
      if (type.kinds.has('object')) parts.push(type.member(key));
      const other = without(type, 'object', 'missing');
      if (other.kinds.size > 0) parts.push(nodeId === key ? other : missing);
      return unionOf(parts);
    });
  const member = (key: string): DataType => {
    const base = payload.member(key);
    if (!isCertain) return unionOf([base, ...contributions(key).map((type) => without(type, 'missing'))]);
    return contributions(key).reduce(
      (below, type) => (type.kinds.has('missing') ? unionOf([without(type, 'missing'), below]) : type),
      base,
    );
  };
  return { ...objectOf(new Map()), member };
}
