import { createHmac } from 'node:crypto';
import { createSecretKeys } from '../../src/infra/secret-keys.ts';

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** The header of access tokens under this secret. */
export function tokenHeader(secret: string, change: object = {}): object {
  return { alg: 'HS256', typ: 'at+jwt', kid: createSecretKeys(secret)[0].id, ...change };
}

/** A JWT with exactly this header and payload, signed with HMAC, whatever the header claims. */
export function forgeToken({
  payload,
  secret,
  header = tokenHeader(secret),
  hash = 'sha256',
}: {
  payload: object | string;
  secret: string;
  header?: object | string;
  hash?: string;
}): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
}
