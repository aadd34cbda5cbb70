import { hkdfSync } from 'node:crypto';

/** A secret of the installation, and its id in everything signed or sealed with it. */
export interface SecretKey {
  id: string;
  secret: string;
}

/** The first secret signs and seals. During a rotation the previous one still verifies and opens. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]];

/** The id derives from the secret, so that every process computes the same one. It reveals nothing about the secret. */
export function createSecretKeys(current: string, previous?: string): SecretKeys {
  return previous === undefined ? [toKey(current)] : [toKey(current), toKey(previous)];
}

function toKey(secret: string): SecretKey {
  const id = Buffer.from(hkdfSync('sha256', secret, '', 'key id', 6)).toString('base64url');
  return { id, secret };
}
