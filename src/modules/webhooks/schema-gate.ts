import { LRUCache } from 'lru-cache';
import { DomainError } from '../../errors.ts';
import type { Payload } from './payload.ts';
import type { CheckSchema } from './schema/schema-check.ts';
import type { Target } from './target-cache.ts';
import { payloadRejected, schemaRejected, tooManyWebhooks } from './webhook-rejection.ts';

/** How many checks of one owner may time out within a minute. */
const MAX_SLOW = 3;
const SLOW_WINDOW_MS = 60_000;

/** Throws WebhookRejection unless the payload fits the trigger's schema. */
type SchemaGate = (
  target: Pick<Target, 'trigger' | 'ownerId' | 'graphVersionId'>,
  payload: Pick<Payload, 'text'>,
) => Promise<void>;

/**
 * Checks payloads against the trigger's schema. All owners share the threads that check, so an owner whose checks take
 * too long repeatedly has to wait.
 */
export function createSchemaGate(checkSchema: CheckSchema): SchemaGate {
  const slowChecks = new LRUCache<string, number>({ max: 1000, ttl: SLOW_WINDOW_MS });

  return async ({ trigger: { schema }, ownerId, graphVersionId }, { text }) => {
    if (schema === null) return;
    const slow = slowChecks.get(ownerId) ?? 0;
    if (slow >= MAX_SLOW) throw tooManyWebhooks(SLOW_WINDOW_MS / 1000);
    const result = await checkSchema({ key: graphVersionId, schema, text }, { owner: ownerId }).catch(asBusy);
    switch (result.kind) {
      case 'valid':
        return;
      case 'invalid':
        throw payloadRejected(result.details);
      case 'bad-schema':
        throw schemaRejected(result.details);
      case 'too-slow':
        slowChecks.set(ownerId, slow + 1);
        throw schemaRejected('checking this payload against the schema takes too long; simplify the schema');
    }
  };
}

function asBusy(error: unknown): never {
  throw error instanceof DomainError && error.code === 'BUSY' ? tooManyWebhooks(1) : error;
}
