import { Secret, TOTP } from 'otpauth';

/** The defaults of RFC 6238, which every authenticator app supports. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The name that authenticator apps show. */
const ISSUER = 'Stamping Service';
/** Accepted steps before and after the current one, for inaccurate clocks. */
const WINDOW = 1;

/** A new secret: 160 bits, base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The URI that sets up an authenticator app, usually shown as a QR code. */
export function otpauthUri(secret: string, email: string): string {
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label: email, secret }).toString();
}

/** The time step of a code; null if the code is not valid now. */
export function findTotpStep(secret: string, { code, now }: { code: string; now: Date }): number | null {
  // The library throws for a code with multibyte characters.
  if (!/^[0-9]{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = new TOTP({ ...PARAMETERS, secret }).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PARAMETERS.period) + delta;
}
