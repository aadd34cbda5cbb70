import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretKeys } from './secret-keys.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets that the service must read again. A text sealed for one context cannot be opened for another. */
export interface SecretBox {
  /** `<key id>.<base64url>`. */
  seal(text: string, context: string): string;
  /** The text; null if it was sealed with an unknown secret or for another context, or is damaged. */
  open(sealed: string, context: string): string | null;
  /** The prefix of every text sealed with the current secret. */
  readonly currentPrefix: string;
}

/** AES-256-GCM with keys derived from the installation's secrets: the first one seals, all of them open. */
export function createSecretBox(secrets: SecretKeys): SecretBox {
  const keys = new Map(secrets.map(({ id, secret }) => [id, derive(secret)]));
  const current = derive(secrets[0].secret);
  const currentPrefix = `${secrets[0].id}.`;
  return {
    currentPrefix,
    seal(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, current, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return currentPrefix + sealed.toString('base64url');
    },
    open(sealed, context) {
      const dot = sealed.indexOf('.');
      const named = keys.get(sealed.slice(0, Math.max(dot, 0)));
      // The first versions of the service wrote no id.
      const candidates = dot === -1 ? [...keys.values()] : named === undefined ? [] : [named];
      const bytes = Buffer.from(sealed.slice(dot + 1), 'base64url');
      for (const key of candidates) {
        const opened = decrypt(key, bytes, context);
        if (opened !== null) return opened;
      }
      return null;
    },
  };
}

function derive(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'sealed secrets', 32));
}

function decrypt(key: Buffer, bytes: Buffer, context: string): string | null {
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
