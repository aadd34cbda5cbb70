import {
  anything,
  type DataType,
  type Kind,
  kinds,
  missing,
  never,
  objectOf,
  unionOf,
  without,
} from '../../../workflows/graph/typing/data-type.ts';

type Schema = Readonly<Record<string, unknown>>;
type TypeOf = (schema: unknown) => DataType;

/** Beyond this number the type gets less precise: a schema may multiply its parts. */
const MOST_PARTS = 20_000;

const kindsOfTypes: Readonly<Record<string, Kind>> = {
  null: 'null',
  boolean: 'boolean',
  number: 'number',
  integer: 'number',
  string: 'text',
  object: 'object',
  array: 'list',
};

/**
 * The type of payloads that match the schema of a trigger. Every payload that the schema allows has this type; keywords
 * that are not supported make it less precise.
 */
export function payloadTypeOf(schemaText: string | null): DataType {
  const objects = objectOf(new Map(), anything);
  if (schemaText === null) return objects;
  try {
    const root: unknown = JSON.parse(schemaText);
    const type = createSchemaTypes(root).typeOf(root);
    return type.kinds.has('object') ? without(type, ...kinds.filter((kind) => kind !== 'object')) : objects;
  } catch {
    return objects;
  }
}

function createSchemaTypes(root: unknown) {
  const known = new Map<object, DataType>();
  const refsAreLocal = !hasInnerId(root, true);
  const draft = String((isObject(root) && root.$schema) || '2020-12');
  const refStandsAlone = /draft-0[467]/.test(draft);
  // The other drafts ignore `prefixItems` as an unknown keyword.
  const listsBeginBy = draft.includes('2020-12') ? 'prefixItems' : 'items';
  let left = MOST_PARTS;

  const intersect = (a: DataType, b: DataType): DataType => {
    if (a === b || b === anything) return a;
    if (a === anything) return b;
    left -= 1;
    if (left < 0) return a;
    return {
      kinds: new Set([...a.kinds].filter((kind) => b.kinds.has(kind))),
      member: (key) => intersect(a.member(key), b.member(key)),
      element: (index) => intersect(a.element(index), b.element(index)),
    };
  };

  /** Built on first use, because schemas may refer to themselves. */
  const typeOf = (schema: unknown): DataType => {
    if (!isObject(schema)) return schema === false ? never : anything;
    const type = known.get(schema) ?? lazy(() => compose(schema, new Set()));
    known.set(schema, type);
    return type;
  };

  /** The intersection of everything that applies to the same value; `around` are the enclosing schemas. */
  const compose = (schema: unknown, around: ReadonlySet<object>): DataType => {
    if (!isObject(schema)) return schema === false ? never : anything;
    left -= 1;
    if (left < 0 || around.has(schema)) return anything;
    const within = new Set([...around, schema]);
    const parts: DataType[] = [];
    if (typeof schema.$ref === 'string') {
      const referred = refsAreLocal ? compose(resolve(root, schema.$ref), within) : anything;
      // Validators of drafts before 2019-09 differ on keywords beside a reference; ignoring them is safe.
      if (refStandsAlone) return referred;
      parts.push(referred);
    }
    parts.push(ownType(schema, typeOf, listsBeginBy));
    const partsOf = (name: string): DataType[] => {
      const list = schema[name];
      return Array.isArray(list) ? list.map((part) => compose(part, within)) : [];
    };
    parts.push(...partsOf('allOf'));
    for (const name of ['anyOf', 'oneOf'])
      if (Array.isArray(schema[name])) parts.push(unionOf(partsOf(name)));
    return parts.reduce(intersect);
  };
  return { typeOf };
}

/** The type that the schema's own keywords describe. */
function ownType(schema: Schema, typeOf: TypeOf, listsBeginBy: string): DataType {
  return {
    kinds: kindsOf(schema),
    member: (key) => {
      const type = memberOf(schema, key, typeOf);
      const isRequired = Array.isArray(schema.required) && schema.required.includes(key);
      return isRequired ? without(type, 'missing') : unionOf([type, missing]);
    },
    element: (index) => elementOf(schema, index, { typeOf, listsBeginBy }),
  };
}

function kindsOf({ type, nullable, enum: values, const: value, ...rest }: Schema): Set<Kind> {
  let allowed = new Set<Kind>(kinds.filter((kind) => kind !== 'missing'));
  const keep = (kept: readonly Kind[]) => {
    allowed = new Set([...allowed].filter((kind) => kept.includes(kind)));
  };
  if (type !== undefined) {
    const named = (Array.isArray(type) ? type : [type]).map((each) => kindsOfTypes[String(each)]);
    const all = named.filter((kind) => kind !== undefined);
    keep(nullable === true ? [...all, 'null'] : all);
  }
  if (Array.isArray(values)) keep(values.map(kindOf));
  if (Object.hasOwn(rest, 'const') || value !== undefined) keep([kindOf(value)]);
  return allowed;
}

function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const names: Readonly<Record<string, Kind>> = { string: 'text', number: 'number', boolean: 'boolean' };
  return names[typeof value] ?? 'object';
}

function memberOf(schema: Schema, key: string, typeOf: TypeOf): DataType {
  const { properties, patternProperties, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, key)) return typeOf(properties[key]);
  if (isObject(patternProperties) && Object.keys(patternProperties).length > 0) return anything;
  return additionalProperties === false ? never : typeOf(additionalProperties);
}

function elementOf(
  schema: Schema,
  index: number | null,
  { typeOf, listsBeginBy }: { typeOf: TypeOf; listsBeginBy: string },
): DataType {
  const { items, [listsBeginBy]: first, additionalItems, minItems } = schema;
  const tuple: unknown[] = Array.isArray(first) ? first : [];
  const rest = Array.isArray(items) ? additionalItems : items;
  if (index === null) return unionOf([...tuple, rest].map(typeOf));
  const type = typeOf(index < tuple.length ? tuple[index] : rest);
  return typeof minItems === 'number' && index < minItems ? type : unionOf([type, missing]);
}

/** A type that is built on first use. */
function lazy(make: () => DataType): DataType {
  let made: DataType | null = null;
  const force = (): DataType => {
    made ??= make();
    return made;
  };
  return {
    get kinds() {
      return force().kinds;
    },
    member: (key) => force().member(key),
    element: (index) => force().element(index),
  };
}

/** The target of a local reference; undefined, which allows anything, for all others. */
function resolve(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at = root;
  for (const part of decodeURIComponent(reference.slice(2)).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** Whether a nested schema has an id of its own, which changes the meaning of references. */
function hasInnerId(value: unknown, isRoot: boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!isRoot && isObject(value) && (typeof value.$id === 'string' || typeof value.id === 'string'))
    return true;
  return Object.values(value).some((part) => hasInnerId(part, false));
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
