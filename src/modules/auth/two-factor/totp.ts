import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator knows it. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** What authenticators show above the code. */
const ISSUER = 'Stamping Service';
/** Clocks of phones are off by a little: one step either way. */
const WINDOW = 1;

/** A new secret: 160 bits, base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that sets an authenticator up; usually shown as a QR code. */
export function otpauthUri(secret: string, email: string): string {
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label: email, secret }).toString();
}

/** The step a code is of, the current one or a neighbour; null when it is none of these. */
export function findTotpStep(secret: string, { code, now }: { code: string; now: Date }): number | null {
  // The library compares bytes and throws when there are more of them than digits.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = new TOTP({ ...PARAMETERS, secret }).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PARAMETERS.period) + delta;
}
