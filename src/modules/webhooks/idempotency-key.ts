import { keyRejected } from './webhook-refusal.ts';

/** As many as the column holds. */
const MAX_LENGTH = 255;

/**
 * The key under which a sender repeats an event: `Idempotency-Key`, else the `webhook-id` of Standard Webhooks. Where
 * requests are signed the `webhook-id` alone: the signature covers no other header, and whoever caught a request could
 * send it as a new event. Null when there is none. Throws WebhookRefusal when it is too long to be kept.
 */
export function idempotencyKeyOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { isSigned }: { isSigned: boolean },
): string | null {
  const names = isSigned ? ['webhook-id'] : ['idempotency-key', 'webhook-id'];
  const key = names.map((name) => headers[name]).find((value) => typeof value === 'string' && value !== '');
  if (typeof key !== 'string') return null;
  if (key.length > MAX_LENGTH) throw keyRejected(`at most ${MAX_LENGTH} characters`);
  return key;
}
