import { randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** The number of base 62 digits of 256 bits. */
const SECRET_DIGITS = 43;

const KEY_PATTERN = new RegExp(`^(key_[0-7][0-9a-hjkmnp-tv-z]{25})_[0-9A-Za-z]{${SECRET_DIGITS}}$`);

/** Creates a key: the public id, an underscore, 256 random bits in base 62. Store only its hash. */
export function createKey(keyId: string): string {
  let number = BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`);
  let digits = '';
  for (let i = 0; i < SECRET_DIGITS; i++) {
    digits = (DIGITS[Number(number % 62n)] ?? '') + digits;
    number /= 62n;
  }
  return `${keyId}_${digits}`;
}

/** Whether a bearer token has the form of an API key, not of an access token. */
export function looksLikeKey(token: string): boolean {
  return token.startsWith('key_');
}

/** The public id in a well-formed key, or null. */
export function findKeyId(key: string): string | null {
  return KEY_PATTERN.exec(key)?.[1] ?? null;
}
