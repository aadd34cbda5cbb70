import { LRUCache } from 'lru-cache';
import type { Payload } from './payload.ts';
import type { SchemaChecker } from './schema/schema-checker.ts';
import type { Target } from './target-cache.ts';
import { payloadRefused, schemaRefused, tooManyWebhooks } from './webhook-refusal.ts';

/** How many checks of one owner may run into the deadline within a minute. */
const MAX_SLOW = 3;
const SLOW_WINDOW_MS = 60_000;

/** Throws WebhookRefusal unless the payload fits the trigger's schema. */
export type SchemaGate = (
  target: Pick<Target, 'trigger' | 'ownerId' | 'graphVersionId'>,
  payload: Payload,
) => Promise<void>;

/**
 * The trigger's schema as a gate. All owners share the thread that checks, so an owner whose checks keep running
 * into the deadline has to wait: nobody may take the thread from the others.
 */
export function createSchemaGate(schemas: SchemaChecker): SchemaGate {
  const slowChecks = new LRUCache<string, number>({ max: 1000, ttl: SLOW_WINDOW_MS });

  return async ({ trigger: { schema }, ownerId, graphVersionId }, payload) => {
    if (schema === null) return;
    const slow = slowChecks.get(ownerId) ?? 0;
    if (slow >= MAX_SLOW) throw tooManyWebhooks(SLOW_WINDOW_MS / 1000);
    const answer = await schemas.check({ key: graphVersionId, schema, payload });
    switch (answer.kind) {
      case 'valid':
        return;
      case 'invalid':
        throw payloadRefused(answer.details);
      case 'bad-schema':
        throw schemaRefused(answer.details);
      case 'too-slow':
        slowChecks.set(ownerId, slow + 1);
        throw schemaRefused('checking this payload against the schema takes too long; simplify the schema');
    }
  };
}
