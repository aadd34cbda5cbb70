import { createHash } from 'node:crypto';

/** How a random token is kept: its SHA-256 in hex. Tokens have 80 bits or more, so a plain hash gives nothing away. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
