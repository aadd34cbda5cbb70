import { isJsonObject, isRawNumber, type JsonObject, type JsonValue } from '../graph/json-text.ts';
import { limits } from '../graph/limits.ts';
import { findPathFault } from '../graph/resolve-path.ts';
import type { DataFault, DataMember, NodeContext } from '../graph/types.ts';
import type { Node } from '../nodes/node.ts';

const kinds: Record<DataMember['kind'], (value: JsonValue) => boolean> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' || isRawNumber(value),
  object: isJsonObject,
  list: Array.isArray,
  'object or text': (value) => isJsonObject(value) || typeof value === 'string',
};

/** Faults of a node's data: missing or wrong members first, then what the type itself checks. */
export function findDataFaults(node: Node, data: JsonObject, context?: NodeContext): DataFault[] {
  const faults = Object.entries(node.members).flatMap(([member, { kind, required }]): DataFault[] => {
    const value = Object.hasOwn(data, member) ? data[member] : undefined;
    if (value === undefined || value === null || isBlank(value)) {
      return required ? [{ member, message: `is missing; give it ${article(kind)}` }] : [];
    }
    return kinds[kind](value) ? [] : [{ member, message: `must be ${article(kind)}` }];
  });
  if (depthExceeds(data, limits.dataDepth)) {
    faults.push({ member: '', message: `data is nested deeper than ${limits.dataDepth} levels` });
  }
  if (faults.length > 0) return faults;
  return [...(node.findFaults?.(data, context) ?? []), ...findPathFaults(node, data)];
}

function findPathFaults(node: Node, data: JsonObject): DataFault[] {
  return (node.reads?.(data) ?? []).flatMap(({ member, path }) => {
    const message = findPathFault(path);
    return message === null ? [] : [{ member, message }];
  });
}

/** Forms send blank text for an empty member. */
function isBlank(value: JsonValue): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function article(kind: DataMember['kind']): string {
  const names = {
    text: 'text',
    flag: 'true or false',
    number: 'a number',
    object: 'an object',
    list: 'a list',
  };
  return kind === 'object or text' ? 'an object or text' : names[kind];
}

function depthExceeds(value: JsonValue, levels: number): boolean {
  if (!Array.isArray(value) && !isJsonObject(value)) return false;
  return levels === 0 || Object.values(value).some((item) => depthExceeds(item, levels - 1));
}
