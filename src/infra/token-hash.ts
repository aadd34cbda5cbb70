import { createHash } from 'node:crypto';

/** The stored form of a random token: its SHA-256 in hex. Tokens have 80 bits or more, so a plain hash is safe. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
