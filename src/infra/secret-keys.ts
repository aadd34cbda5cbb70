import { hkdfSync } from 'node:crypto';

/** One secret of the installation and the name it goes by in what was signed or sealed with it. */
export interface SecretKey {
  id: string;
  secret: string;
}

/** The first makes whatever is new; while a secret is being changed, the previous one still opens what it has made. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]];

/** The id derives from the secret, so that every process knows it without being told. It gives nothing away. */
export function createSecretKeys(current: string, previous?: string): SecretKeys {
  return previous === undefined ? [toKey(current)] : [toKey(current), toKey(previous)];
}

function toKey(secret: string): SecretKey {
  const id = Buffer.from(hkdfSync('sha256', secret, '', 'key id', 6)).toString('base64url');
  return { id, secret };
}
