import { createSecretKey, type KeyObject } from 'node:crypto';

/** A key for what the engine stores. */
export interface PayloadKey {
  id: string;
  secret: KeyObject;
}

export interface PayloadKeys {
  /** Encrypts all that is sent from now on; null sends it as it is. */
  encrypting: PayloadKey | null;
  /** Every key that decrypts, by its id. */
  byId: ReadonlyMap<string, PayloadKey>;
}

/** In the place of the first key: encrypts nothing, while the keys behind it still decrypt. */
const PLAIN = 'plain';
const KEY_BYTES = 32;
const ENTRY = /^([\w-]{1,40}):([A-Za-z0-9+/_-]+={0,2})$/;
const ADVICE = 'make one with: openssl rand -base64 32';

/**
 * Reads `id:base64,id:base64,…`, keys of 256 bits: the first encrypts, all decrypt. An empty text has none. Never
 * repeats a key in what it says.
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
      problems.push(`the key ${id} has ${bytes.length} bytes and needs ${KEY_BYTES}; ${ADVICE}`);
    } else if (byId.has(id)) {
      problems.push(`the id ${id} is there twice; a new key needs an id of its own`);
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
