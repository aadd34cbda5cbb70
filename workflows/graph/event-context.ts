import { isJsonObject, type JsonObject, type JsonValue } from './json-text.ts';

/** The output of one node above the one that reads. */
export interface Layer {
  nodeId: string;
  output: JsonValue;
  /** Compose, Select and the like overlay `event`; the output of others is reached through `nodes` alone. */
  feedsEvent: boolean;
}

/**
 * The scope of a node: `trigger`, the untouched payload; `nodes.<id>`, any output above it; `event`, the payload
 * overlaid with the layers in their order, later ones winning. A list is in `event` under its node's id.
 * Members are defined, never assigned, so a key such as `__proto__` stays data.
 */
export function buildScope(payload: JsonValue, layers: readonly Layer[]): JsonObject {
  let event: JsonObject = isJsonObject(payload) ? payload : {};
  for (const { nodeId, output, feedsEvent } of layers) {
    if (!feedsEvent) continue;
    event = isJsonObject(output) ? { ...event, ...output } : { ...event, [nodeId]: output };
  }
  const nodes = Object.fromEntries(layers.map(({ nodeId, output }) => [nodeId, output]));
  return { event, trigger: payload, nodes };
}
