import type { Budget } from '../budget.ts';
import { splitReferences } from '../interpolate.ts';
import { isJsonObject, isScalar, type JsonValue } from '../json-text.ts';
import type { Read } from '../reads.ts';
import {
  anything,
  booleanType,
  type DataType,
  listOf,
  nullType,
  numberType,
  objectOf,
  orInstead,
  textType,
  unionOf,
  without,
} from './data-type.ts';
import { typeAt } from './type-at.ts';

/** Looks up types the way a Reader looks up values. */
export interface TypeReader {
  at(path: string): DataType;
  /** The same without values that are possible but unlikely. */
  likelyAt(path: string): DataType;
  /** The same where the elements of a list are `item`. */
  withItemsOf(list: DataType): TypeReader;
}

/** The type of each path, and the reader of each list, is found once. */
export function createTypeReader(scope: ReadonlyMap<string, DataType>, budget: Budget): TypeReader {
  const type = objectOf(scope);
  const certain = new Map<string, DataType>();
  const likely = new Map<string, DataType>();
  const readers = new Map<DataType, TypeReader>();
  return {
    at: (path) => found(certain, path, () => typeAt(type, path, { budget })),
    likelyAt: (path) => found(likely, path, () => typeAt(type, path, { budget, isLikely: true })),
    withItemsOf: (list) =>
      found(readers, list, () => createTypeReader(new Map([...scope, ['item', elementOf(list)]]), budget)),
  };

  function found<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
    budget.spend(1);
    const value = known.get(key) ?? make();
    known.set(key, value);
    return value;
  }
}

/** The type of the elements of a list; for other types anything. */
export function elementOf(list: DataType): DataType {
  return list.kinds.has('list') ? without(list.element(null), 'missing') : anything;
}

/** The type of one read of a node: the certain one, and the likely one. */
export function typesOfRead(
  { path, itemOf }: Read,
  types: TypeReader,
): { certain: DataType; likely: DataType } {
  const within = (list: DataType | null) => (list === null ? types : types.withItemsOf(list));
  return {
    certain: within(itemOf === undefined ? null : types.at(itemOf)).at(path),
    likely: within(itemOf === undefined ? null : types.likelyAt(itemOf)).likelyAt(path),
  };
}

/** The type of the result of `interpolateWithin`. */
export function typeWithin(value: JsonValue | undefined, types: TypeReader): DataType {
  if (typeof value === 'string') {
    const [part, ...more] = splitReferences(value);
    const isReference = part !== undefined && 'path' in part && more.length === 0;
    return isReference ? orInstead(types.at(part.path), textType) : textType;
  }
  if (value === undefined || value === null) return nullType;
  if (typeof value === 'boolean') return booleanType;
  if (isScalar(value)) return numberType;
  if (Array.isArray(value)) return listOf(unionOf(value.map((item) => typeWithin(item, types))));
  if (!isJsonObject(value)) return anything;
  return objectOf(new Map(Object.entries(value).map(([key, item]) => [key, typeWithin(item, types)])));
}
