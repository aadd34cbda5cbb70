import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  printJson,
} from '../../../workflows/graph/json-text.ts';

/** Requirements of a workflow's trigger for every payload. */
export interface TriggerSettings {
  /** Text of the JSON Schema; null when there is none. */
  schema: string | null;
  /** Secret of the signature; null when requests need not be signed. */
  signingSecret: string | null;
}

/**
 * The settings of the first webhookTrigger of a stored graph, which may be an invalid draft. Null and blank members count
 * as not set.
 */
export function readTriggerSettings(stepsJson: string): TriggerSettings {
  const graph = parseJson(stepsJson);
  const nodes = isJsonObject(graph) && Array.isArray(graph.nodes) ? graph.nodes : [];
  return settingsOf(findTrigger(nodes)?.data ?? {});
}

/** A graph's first webhookTrigger: its index among the nodes, its id, and its data if that is an object. */
export function findTrigger(
  nodes: readonly JsonValue[],
): { index: number; id: JsonValue; data: JsonObject } | null {
  for (const [index, node] of nodes.entries()) {
    if (!isJsonObject(node) || node.type !== 'webhookTrigger') continue;
    return { index, id: node.id ?? null, data: isJsonObject(node.data) ? node.data : {} };
  }
  return null;
}

export function settingsOf({ jsonSchema, signingSecret }: JsonObject): TriggerSettings {
  return { schema: asText(jsonSchema), signingSecret: asText(signingSecret) };
}

/** A text unchanged, any other value as JSON; a value of the wrong kind is rejected where it is used. */
function asText(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : printJson(value);
  return text.trim() === '' ? null : text;
}
