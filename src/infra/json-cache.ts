import { LRUCache } from 'lru-cache';
import { type JsonValue, parseJson } from '../../workflows/graph/json-text.ts';

/** Shorter texts are parsed faster than they are found. */
const SHORTEST = 256;

/**
 * Parses JSON like `parseJson` and remembers the values of long texts, which the nodes of a run share, up to so many
 * characters together. Do not change a value.
 */
export function createJsonCache(characters: number): (text: string) => JsonValue {
  const values = new LRUCache<string, { value: JsonValue }>({
    maxSize: characters,
    sizeCalculation: (_value, text) => text.length,
  });
  return (text) => {
    if (text.length < SHORTEST) return parseJson(text);
    const known = values.get(text);
    if (known !== undefined) return known.value;
    const value = parseJson(text);
    values.set(text, { value });
    return value;
  };
}
