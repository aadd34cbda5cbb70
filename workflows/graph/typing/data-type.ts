/** Kinds of values; `missing` is what a path finds that leads nowhere. */
export const kinds = ['missing', 'null', 'boolean', 'number', 'text', 'object', 'list'] as const;
export type Kind = (typeof kinds)[number];

/**
 * The type of a value before anything runs: a set that has at least every value it can have. So a type may be too wide,
 * never too narrow.
 */
export interface DataType {
  readonly kinds: ReadonlySet<Kind>;
  /** Of a member of the objects among the values. */
  member(key: string): DataType;
  /** Of an element of the lists among the values: the one at `index`, or with null whichever there is. */
  element(index: number | null): DataType;
}

/** Nothing is known. */
export const anything: DataType = {
  kinds: new Set(kinds),
  member: () => anything,
  element: () => anything,
};

/** No value at all. */
export const never: DataType = { kinds: new Set(), member: () => never, element: () => never };

function simple(...of: Kind[]): DataType {
  return { kinds: new Set(of), member: () => anything, element: () => anything };
}

export const missing: DataType = {
  kinds: new Set<Kind>(['missing']),
  member: () => never,
  element: () => never,
};
export const textType = simple('text');
export const booleanType = simple('boolean');
export const numberType = simple('number');
export const nullType = simple('null');

/** Objects with these members and, where `rest` says so, others. */
export function objectOf(members: ReadonlyMap<string, DataType>, rest: DataType = missing): DataType {
  return {
    kinds: new Set<Kind>(['object']),
    member: (key) => members.get(key) ?? rest,
    element: () => never,
  };
}

/** Lists of any length. */
export function listOf(element: DataType): DataType {
  const maybe = unionOf([element, missing]);
  return {
    kinds: new Set<Kind>(['list']),
    member: () => never,
    element: (index) => (index === null ? element : maybe),
  };
}

/** Values of any of several types. */
export function unionOf(types: readonly DataType[]): DataType {
  const parts = [...new Set(types)].filter((type) => type.kinds.size > 0);
  const [first = never] = parts;
  if (parts.length <= 1) return first;
  if (parts.includes(anything)) return anything;
  return {
    kinds: new Set(parts.flatMap((part) => [...part.kinds])),
    member: (key) =>
      unionOf(parts.filter((part) => part.kinds.has('object')).map((part) => part.member(key))),
    element: (index) =>
      unionOf(parts.filter((part) => part.kinds.has('list')).map((part) => part.element(index))),
  };
}

/** The type without some kinds. */
export function without(type: DataType, ...gone: Kind[]): DataType {
  if (!gone.some((kind) => type.kinds.has(kind))) return type;
  return { ...type, kinds: new Set([...type.kinds].filter((kind) => !gone.includes(kind))) };
}

/** The type, with `instead` for missing values. */
export function orInstead(type: DataType, instead: DataType): DataType {
  return type.kinds.has('missing') ? unionOf([without(type, 'missing'), instead]) : type;
}

/** Of an own member, whatever the value is: the type-level twin of reading one segment of a path. */
export function memberType(type: DataType, key: string): DataType {
  const parts: DataType[] = [];
  if (type.kinds.has('object')) parts.push(type.member(key));
  const isIndex = /^(0|[1-9]\d*)$/.test(key);
  if (type.kinds.has('list')) parts.push(isIndex ? type.element(Number(key)) : missing);
  if ([...type.kinds].some((kind) => kind !== 'object' && kind !== 'list')) parts.push(missing);
  return unionOf(parts);
}
