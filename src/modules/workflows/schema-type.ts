import { type Budget, textSteps } from '../../../workflows/graph/budget.ts';
import {
  anything,
  createType,
  type DataType,
  intersectionOf,
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

/** Schemas within schemas, by references and the like, that are followed for one value. */
const MOST_LEVELS = 100;

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
 * that are not supported make it less precise. Throws BudgetExceeded, also when its members are asked for.
 */
export function payloadTypeOf(schemaText: string | null, budget: Budget): DataType {
  const objects = objectOf(new Map(), anything);
  if (schemaText === null) return objects;
  budget.spend(textSteps(schemaText.length));
  const root = parseSchema(schemaText);
  const type = createSchemaTypes(root, budget)(root);
  return type.kinds.has('object') ? without(type, ...kinds.filter((kind) => kind !== 'object')) : objects;
}

/** Undefined, which allows anything, for a text that is not JSON. */
function parseSchema(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Finds the types of schemas below a root, each once. */
function createSchemaTypes(root: unknown, budget: Budget): TypeOf {
  const known = new Map<object, DataType>();
  const open = new Set<object>();
  const refsAreLocal = !hasInnerId(root, true);
  const draft = String((isObject(root) && root.$schema) || '2020-12');
  const refStandsAlone = /draft-0[467]/.test(draft);
  // The other drafts ignore `prefixItems` as an unknown keyword.
  const listsBeginBy = draft.includes('2020-12') ? 'prefixItems' : 'items';

  /** A schema that applies to itself, or too deep within others, allows anything. */
  const typeOf: TypeOf = (schema) => {
    if (!isObject(schema)) return schema === false ? never : anything;
    const type = known.get(schema);
    if (type !== undefined) return type;
    if (open.has(schema) || open.size >= MOST_LEVELS) return anything;
    open.add(schema);
    const made = compose(schema);
    open.delete(schema);
    known.set(schema, made);
    return made;
  };

  /** The intersection of everything that applies to the same value. */
  const compose = (schema: Schema): DataType => {
    budget.spend(STEPS_OF_SCHEMA);
    const parts: DataType[] = [];
    if (typeof schema.$ref === 'string') {
      const referred = refsAreLocal ? typeOf(resolve(root, schema.$ref)) : anything;
      // Validators of drafts before 2019-09 differ on keywords beside a reference; ignoring them is safe.
      if (refStandsAlone) return referred;
      parts.push(referred);
    }
    parts.push(ownType(schema, typeOf, listsBeginBy));
    const partsOf = (name: string): DataType[] => {
      const list = schema[name];
      if (!Array.isArray(list)) return [];
      budget.spend(list.length);
      return list.map(typeOf);
    };
    parts.push(...partsOf('allOf'));
    for (const name of ['anyOf', 'oneOf'])
      if (Array.isArray(schema[name])) parts.push(unionOf(partsOf(name)));
    return intersectionOf(parts);
  };
  return typeOf;
}

const STEPS_OF_SCHEMA = 20;

/** The type that the schema's own keywords describe. */
function ownType(schema: Schema, typeOf: TypeOf, listsBeginBy: string): DataType {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return createType({
    kinds: kindsOf(schema),
    member: (key) => {
      const type = memberOf(schema, key, typeOf);
      return required.has(key) ? without(type, 'missing') : unionOf([type, missing]);
    },
    element: (index) => elementOf(schema, index, { typeOf, listsBeginBy }),
  });
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
  if (isObject(patternProperties) && !isEmptyObject(patternProperties)) return anything;
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

/** The target of a local reference; undefined, which allows anything, for all others. */
function resolve(root: unknown, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let at = root;
  for (const part of decode(reference.slice(2)).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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

function isEmptyObject(value: Schema): boolean {
  for (const _key in value) return false;
  return true;
}
