import { createHmac } from 'node:crypto';

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A JWT with exactly this header and payload, signed with HMAC, whatever the header claims. */
export function forgeToken({
  header = { alg: 'HS256', typ: 'at+jwt' },
  payload,
  secret,
  hash = 'sha256',
}: {
  header?: object | string;
  payload: object | string;
  secret: string;
  hash?: string;
}): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
}
