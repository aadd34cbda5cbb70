import { createHmac, timingSafeEqual } from 'node:crypto';
import { signatureRejected } from './webhook-rejection.ts';

const TOLERANCE_SECONDS = 5 * 60;
const SECRET = /^whsec_([A-Za-z0-9+/]+)={0,2}$/;
/** Bytes of a key (Standard Webhooks, "Signature scheme"). */
const KEY_BYTES = { min: 24, max: 64 };

/** The key of a secret, or null when the secret is not `whsec_` and base64. */
function findKey(secret: string): Buffer | null {
  const text = SECRET.exec(secret)?.[1] ?? '';
  const key = Buffer.from(text, 'base64');
  return key.length > 0 && key.toString('base64').replace(/=+$/, '') === text ? key : null;
}

/** The problem of a secret and its solution, or null. Never contains the secret. */
export function findSecretFault(secret: string): string | null {
  const length = findKey(secret)?.length ?? 0;
  if (length >= KEY_BYTES.min && length <= KEY_BYTES.max) return null;
  return `must be whsec_ and the base64 of ${KEY_BYTES.min} to ${KEY_BYTES.max} random bytes (openssl rand -base64 32)`;
}

interface SignedRequest {
  /** Header values; undefined if absent or sent twice. An empty id counts as absent. */
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
  body: Uint8Array;
}

/**
 * Checks a Standard Webhooks signature: HMAC-SHA256 over `id.timestamp.body` of the raw bytes, a tolerance of five
 * minutes either way, any of several space-separated `v1,` signatures. Throws WebhookRejection (401), also if the secret
 * itself is invalid.
 */
export function checkSignature(secret: string, request: SignedRequest, now: Date): void {
  const key = findKey(secret);
  if (key === null) throw signatureRejected("the trigger's signingSecret is not whsec_ and base64");
  const { id, timestamp, signature } = request;
  if (!id || timestamp === undefined || signature === undefined) {
    throw signatureRejected('webhook-id, webhook-timestamp and webhook-signature are needed');
  }
  if (!/^\d{1,12}$/.test(timestamp)) throw signatureRejected('webhook-timestamp must be Unix seconds');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw signatureRejected('webhook-timestamp is too old or too new');
  }
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(request.body).digest();
  const given = signature.split(' ').filter((part) => part.startsWith('v1,'));
  if (!given.some((part) => equals(Buffer.from(part.slice(3), 'base64'), expected))) {
    throw signatureRejected('no signature matches');
  }
}

function equals(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
