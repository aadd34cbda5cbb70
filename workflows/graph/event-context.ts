import type { Budget } from './budget.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json-text.ts';
import { once } from './once.ts';

/** The output of one node above the one that reads. */
export interface Layer {
  nodeId: string;
  /** Compose, Select and the like overlay `event`; the output of others is reached through `nodes` alone. */
  feedsEvent: boolean;
  /** Read when it is first needed. */
  output(): JsonValue;
}

/** The values that a node can read, by the first word of a path. */
export interface Scope {
  /** The whole value of a root. */
  value(root: string): JsonValue | undefined;
  /** An own member of a root, found without building the whole value. */
  member(root: string, key: string): JsonValue | undefined;
}

/** An own member of a list or object; lists have only their indexes. */
export function ownMember(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A scope of these values. */
export function scopeOf(values: JsonObject): Scope {
  return {
    value: (root) => ownMember(values, root),
    member: (root, key) => ownMember(ownMember(values, root), key),
  };
}

/** The scope with more roots in it, which win. */
export function scopeWith(scope: Scope, more: JsonObject): Scope {
  return {
    value: (root) => (Object.hasOwn(more, root) ? more[root] : scope.value(root)),
    member: (root, key) => (Object.hasOwn(more, root) ? ownMember(more[root], key) : scope.member(root, key)),
  };
}

/**
 * The scope of a node: `trigger`, the untouched payload; `nodes.<id>`, any output above it; `event`, the payload
 * overlaid with the layers in their order, later ones winning. A list is in `event` under its node's id. A member of
 * `event` is looked up layer by layer, the nearest first; the whole object is built only where it is the value itself.
 */
export function buildScope(payload: () => JsonValue, layers: readonly Layer[], budget: Budget): Scope {
  // The nearest is searched first.
  const overlays = layers.filter(({ feedsEvent }) => feedsEvent).toReversed();
  const outputs = new Map(layers.map(({ nodeId, output }) => [nodeId, output]));

  const eventMember = (key: string): JsonValue | undefined => {
    for (const { nodeId, output } of overlays) {
      budget.spend(1);
      const value = output();
      if (!isJsonObject(value)) {
        if (nodeId === key) return value;
      } else if (Object.hasOwn(value, key)) return value[key];
    }
    return ownMember(objectOr(payload(), {}), key);
  };

  /** Members are defined, never assigned, so a key such as `__proto__` stays data. */
  const event = once((): JsonObject => {
    const below = objectOr(payload(), {});
    if (overlays.length === 0) return below;
    const members = new Map(Object.entries(below));
    budget.spend(members.size);
    for (const { nodeId, output } of overlays.toReversed()) {
      const entries = Object.entries(objectOr(output(), { [nodeId]: output() }));
      budget.spend(entries.length);
      for (const [key, value] of entries) members.set(key, value);
    }
    return Object.fromEntries(members);
  });
  const nodes = once((): JsonObject => {
    budget.spend(outputs.size);
    return Object.fromEntries([...outputs].map(([nodeId, output]) => [nodeId, output()]));
  });

  return {
    value: (root) => {
      if (root === 'event') return event();
      if (root === 'trigger') return payload();
      return root === 'nodes' ? nodes() : undefined;
    },
    member: (root, key) => {
      if (root === 'event') return eventMember(key);
      if (root === 'trigger') return ownMember(payload(), key);
      return root === 'nodes' ? outputs.get(key)?.() : undefined;
    },
  };
}

function objectOr(value: JsonValue, otherwise: JsonObject): JsonObject {
  return isJsonObject(value) ? value : otherwise;
}
