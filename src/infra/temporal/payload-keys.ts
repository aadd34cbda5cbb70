import { createSecretKey, type KeyObject } from 'node:crypto';

/** A key for payloads. */
export interface PayloadKey {
  id: string;
  secret: KeyObject;
}

export interface PayloadKeys {
  /** Encrypts new payloads; null: they are not encrypted. */
  encrypting: PayloadKey | null;
  /** Every key that decrypts, by its id. */
  byId: ReadonlyMap<string, PayloadKey>;
}

/** As the first entry: new payloads are not encrypted, and the following keys still decrypt. */
const PLAIN = 'plain';
const KEY_BYTES = 32;
const ENTRY = /^([\w-]{1,40}):([A-Za-z0-9+/_-]+={0,2})$/;
const ADVICE = 'create a key: openssl rand -base64 32';

/**
 * Reads `id:base64,id:base64,…`, keys of 256 bits: the first one encrypts, all of them decrypt. An empty text has no keys.
 * A problem never contains a key.
 */
export function readPayloadKeys(text: string): { keys: PayloadKeys; problems: string[] } {
  const entries = text.split(',').map((entry) => entry.trim());
  const isPlain = entries[0] === PLAIN || text.trim() === '';
  const byId = new Map<string, PayloadKey>();
  const problems: string[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index === 0 && isPlain) continue;
    const where = `the ${index + 1}. entry`;
    const [, id = '', encoded = ''] = ENTRY.exec(entry) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    if (id === '') {
      problems.push(`${where} is not of the form id:key, the key in base64; ${ADVICE}`);
    } else if (bytes.length !== KEY_BYTES) {
      problems.push(`the key ${id} must have ${KEY_BYTES} bytes, got ${bytes.length}; ${ADVICE}`);
    } else if (byId.has(id)) {
      problems.push(`the id ${id} is a duplicate; choose a different id for the new key`);
    } else {
      const secret = createSecretKey(bytes);
      const twin = [...byId.values()].find((other) => other.secret.equals(secret));
      if (twin !== undefined) problems.push(`${twin.id} and ${id} are the same key; ${ADVICE}`);
      byId.set(id, { id, secret });
    }
  }
  const [first = null] = byId.values();
  return { keys: { encrypting: isPlain ? null : first, byId }, problems };
}
