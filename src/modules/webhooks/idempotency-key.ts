import { keyRefused } from './webhook-refusal.ts';

/** As many as the column holds. */
const MAX_LENGTH = 255;

/**
 * The key under which a sender repeats an event: `Idempotency-Key`, else the `webhook-id` of Standard Webhooks.
 * Null when there is none. Throws WebhookRefusal when it is too long to be kept.
 */
export function idempotencyKeyOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  const key = [headers['idempotency-key'], headers['webhook-id']].find(
    (value) => typeof value === 'string' && value !== '',
  );
  if (typeof key !== 'string') return null;
  if (key.length > MAX_LENGTH) throw keyRefused(`at most ${MAX_LENGTH} characters`);
  return key;
}
