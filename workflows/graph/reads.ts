import { splitReferences } from './interpolate.ts';
import { isScalar, type JsonValue } from './json-text.ts';
import { memberPath } from './types.ts';

/** One path a node looks up, as validation sees it before anything runs. */
export interface Read {
  /** Path of the member, below `data`. */
  member: string;
  path: string;
  /** Values the node can use: any, those that can become text, or lists. */
  need: 'anything' | 'text' | 'list';
  /** Path of the list whose elements are `item` here; absent where the node brings no item of its own. */
  itemOf?: string;
}

/** The references of a text. One single reference keeps its type; among other text a value must be text itself. */
export function readsOfText(text: string, member: string): Read[] {
  const parts = splitReferences(text);
  const need = parts.length === 1 ? 'anything' : 'text';
  return parts.flatMap((part) => ('path' in part ? [{ member, path: part.path, need }] : []));
}

/** The reads of a member that becomes text: it has a path, or text with references. */
export function readsOfSource(source: JsonValue | undefined, member: string): Read[] {
  if (typeof source !== 'string' || source.trim() === '') return [];
  if (!source.includes('${')) return [{ member, path: source, need: 'text' }];
  return readsOfText(source, member).map((read) => ({ ...read, need: 'text' }));
}

/** The references of every text inside a value. */
export function readsWithin(value: JsonValue | undefined, member: string): Read[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return readsOfText(value, member);
  if (isScalar(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => readsWithin(item, memberPath(member, key)));
}
