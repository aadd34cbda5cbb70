import { isJsonObject, type JsonValue, parseJson, printJson } from '../../../workflows/graph/json-text.ts';

/** What a workflow's trigger asks of every payload. */
export interface TriggerSettings {
  /** Text of the JSON Schema; null when there is none. */
  schema: string | null;
  /** Secret of the signature; null when requests need not be signed. */
  signingSecret: string | null;
}

/**
 * The settings of the first webhookTrigger of a stored graph. A graph may be a draft, so nothing is taken for
 * granted; null and blank members count as not set.
 */
export function readTriggerSettings(stepsJson: string): TriggerSettings {
  const data = findTriggerData(parseJson(stepsJson));
  const { jsonSchema, signingSecret } = data ?? {};
  return { schema: asText(jsonSchema), signingSecret: asText(signingSecret) };
}

function findTriggerData(graph: JsonValue): Record<string, JsonValue> | null {
  const nodes = isJsonObject(graph) && Array.isArray(graph.nodes) ? graph.nodes : [];
  for (const node of nodes) {
    if (isJsonObject(node) && node.type === 'webhookTrigger')
      return isJsonObject(node.data) ? node.data : null;
  }
  return null;
}

/** A text as it is, anything else as JSON, so that a wrong kind is refused where it is used. */
function asText(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : printJson(value);
  return text.trim() === '' ? null : text;
}
