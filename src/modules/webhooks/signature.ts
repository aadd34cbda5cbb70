import { createHmac, timingSafeEqual } from 'node:crypto';
import { signatureRefused } from './webhook-refusal.ts';

const TOLERANCE_SECONDS = 5 * 60;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

export interface SignedRequest {
  /** Header values; undefined when absent or sent twice. */
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
  body: Uint8Array;
}

/**
 * Checks a Standard Webhooks signature: HMAC-SHA256 over `id.timestamp.body` of the raw bytes, five minutes'
 * tolerance either way, any of several space-separated `v1,` signatures.
 * Throws WebhookRefusal (401) when something is missing or wrong, a secret that is not one included: an
 * unreadable secret must close the door, not open it.
 */
export function checkSignature(secret: string, request: SignedRequest, now: Date): void {
  const key = SECRET.exec(secret)?.[1];
  if (key === undefined) throw signatureRefused("the trigger's signingSecret is not whsec_ and base64");
  const { id, timestamp, signature } = request;
  if (id === undefined || timestamp === undefined || signature === undefined) {
    throw signatureRefused('webhook-id, webhook-timestamp and webhook-signature are needed');
  }
  if (!/^\d{1,12}$/.test(timestamp)) throw signatureRefused('webhook-timestamp must be Unix seconds');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw signatureRefused('webhook-timestamp is too old or too new');
  }
  const expected = createHmac('sha256', Buffer.from(key, 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(request.body)
    .digest();
  const given = signature.split(' ').filter((part) => part.startsWith('v1,'));
  if (!given.some((part) => equals(Buffer.from(part.slice(3), 'base64'), expected))) {
    throw signatureRefused('no signature matches');
  }
}

function equals(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
