/** Kinds of values; `missing` is the kind of a path that leads nowhere. */
export const kinds = ['missing', 'null', 'boolean', 'number', 'text', 'object', 'list'] as const;
export type Kind = (typeof kinds)[number];

/**
 * The type of a value before anything runs: a set that has at least every value it can have. So a type may be too wide,
 * never too narrow. Equal unions and intersections are one object, and so are their members, so that a type that refers
 * to itself has few different parts.
 */
export interface DataType {
  readonly kinds: ReadonlySet<Kind>;
  /** The number of its parts, those of parts included. */
  readonly size: number;
  /** Of a member of the objects among the values. */
  member(key: string): DataType;
  /** Of an element of the lists among the values: the one at `index`, or with null whichever there is. */
  element(index: number | null): DataType;
}

/** A union or intersection with more parts is not known. */
export const MOST_PARTS = 500;

type Described = Pick<DataType, 'kinds' | 'member' | 'element'>;

/** Where the parts of combined types are. */
const unions = new WeakMap<DataType, readonly DataType[]>();
const intersections = new WeakMap<DataType, readonly DataType[]>();

/** A type of its own. Members and elements are computed once. */
export function createType({ kinds: of, member, element }: Described, size = 1): DataType {
  const members = new Map<string, DataType>();
  const elements = new Map<number | null, DataType>();
  return {
    kinds: of,
    size,
    member: (key) => remembered(members, key, member),
    element: (index) => remembered(elements, index, element),
  };
}

function remembered<Key>(known: Map<Key, DataType>, key: Key, make: (key: Key) => DataType): DataType {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make(key);
  known.set(key, made);
  return made;
}

/** Nothing is known. */
export const anything: DataType = {
  kinds: new Set(kinds),
  size: 1,
  member: () => anything,
  element: () => anything,
};

/** No value at all. */
export const never: DataType = { kinds: new Set(), size: 1, member: () => never, element: () => never };

function simple(...of: Kind[]): DataType {
  return { kinds: new Set(of), size: 1, member: () => anything, element: () => anything };
}

export const missing: DataType = {
  kinds: new Set<Kind>(['missing']),
  size: 1,
  member: () => never,
  element: () => never,
};
export const textType = simple('text');
export const booleanType = simple('boolean');
export const numberType = simple('number');
export const nullType = simple('null');

const objectKind: ReadonlySet<Kind> = new Set(['object']);

/** Objects with these members and, where `rest` says so, others. */
export function objectOf(members: ReadonlyMap<string, DataType>, rest: DataType = missing): DataType {
  return {
    kinds: objectKind,
    size: 1,
    member: (key) => members.get(key) ?? rest,
    element: () => never,
  };
}

/** Lists of any length. */
export function listOf(element: DataType): DataType {
  const maybe = unionOf([element, missing]);
  return {
    kinds: new Set<Kind>(['list']),
    size: 1,
    member: () => never,
    element: (index) => (index === null ? element : maybe),
  };
}

/** Combined types by their parts: a tree whose branches are the parts in the order of their numbers. */
interface Branch {
  type?: DataType;
  next: WeakMap<DataType, Branch>;
}

const knownUnions: Branch = { next: new WeakMap() };
const knownIntersections: Branch = { next: new WeakMap() };
const numbers = new WeakMap<DataType, number>();
let types = 0;

function numberOf(type: DataType): number {
  const known = numbers.get(type);
  if (known !== undefined) return known;
  types += 1;
  numbers.set(type, types);
  return types;
}

/** The one type of these parts. */
function combine(
  root: Branch,
  parts: ReadonlySet<DataType>,
  make: (parts: DataType[]) => DataType,
): DataType {
  const sorted = [...parts].sort((a, b) => numberOf(a) - numberOf(b));
  let branch = root;
  for (const part of sorted) {
    const next = branch.next.get(part) ?? { next: new WeakMap() };
    branch.next.set(part, next);
    branch = next;
  }
  branch.type ??= make(sorted);
  return branch.type;
}

function sizeOf(parts: Iterable<DataType>): number {
  let size = 1;
  for (const part of parts) size += part.size;
  return size;
}

/** Values of any of several types. */
export function unionOf(types: readonly DataType[]): DataType {
  const parts = new Set<DataType>();
  for (const type of types) {
    if (type === anything) return anything;
    if (type.kinds.size === 0) continue;
    for (const part of unions.get(type) ?? [type]) parts.add(part);
  }
  const [first = never] = parts;
  if (parts.size <= 1) return first;
  if (sizeOf(parts) > MOST_PARTS) return anything;
  return combine(knownUnions, parts, (all) => {
    const objects = all.filter((part) => part.kinds.has('object'));
    const lists = all.filter((part) => part.kinds.has('list'));
    const type = createType(
      {
        kinds: new Set(all.flatMap((part) => [...part.kinds])),
        member: (key) => unionOf(objects.map((part) => part.member(key))),
        element: (index) => unionOf(lists.map((part) => part.element(index))),
      },
      sizeOf(all),
    );
    unions.set(type, all);
    return type;
  });
}

/** Values that are of all of several types. Parts beyond the bound are left out, which makes the type wider. */
export function intersectionOf(types: readonly DataType[]): DataType {
  const parts = new Set<DataType>();
  let size = 1;
  for (const part of types.flatMap((type) => intersections.get(type) ?? [type])) {
    if (part === anything || parts.has(part)) continue;
    size += part.size;
    if (size <= MOST_PARTS) parts.add(part);
  }
  const [first = anything] = parts;
  if (parts.size <= 1) return first;
  return combine(knownIntersections, parts, (all) => {
    const shared = kinds.filter((kind) => all.every((part) => part.kinds.has(kind)));
    if (shared.length === 0) return never;
    const type = createType(
      {
        kinds: new Set(shared),
        member: (key) => intersectionOf(all.map((part) => part.member(key))),
        element: (index) => intersectionOf(all.map((part) => part.element(index))),
      },
      sizeOf(all),
    );
    intersections.set(type, all);
    return type;
  });
}

/** Types without some kinds, by the type and the kinds that are left. */
const restricted = new WeakMap<DataType, Map<string, DataType>>();

/** The type without some kinds. */
export function without(type: DataType, ...gone: Kind[]): DataType {
  if (!gone.some((kind) => type.kinds.has(kind))) return type;
  const parts = unions.get(type);
  if (parts !== undefined) return unionOf(parts.map((part) => without(part, ...gone)));
  const left = kinds.filter((kind) => type.kinds.has(kind) && !gone.includes(kind));
  if (left.length === 0) return never;
  const known = restricted.get(type) ?? new Map<string, DataType>();
  restricted.set(type, known);
  return remembered(known, left.join(), () => ({ ...type, kinds: new Set(left) }));
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
