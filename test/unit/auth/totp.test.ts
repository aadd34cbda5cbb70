import { generateHOTP } from '@oslojs/otp';
import fc from 'fast-check';
import { Secret } from 'otpauth';
import { createTotpSecret, findTotpStep, otpauthUri } from '../../../src/modules/auth/two-factor/totp.ts';

/** RFC 6238, appendix B: the secret in ASCII and the last six digits of the SHA-1 column. */
const RFC_SECRET = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32;

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the codes of the RFC: at %i s it is %s', (seconds, code) => {
  const now = new Date(seconds * 1000);
  expect(findTotpStep(RFC_SECRET, { code, now })).toBe(Math.floor(seconds / 30));
  expect(
    findTotpStep(RFC_SECRET, { code: code.replace(/.$/, (d) => String((Number(d) + 1) % 10)), now }),
  ).toBeNull();
});

test('an independent implementation agrees: one step either way counts, two do not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 2 ** 31 }), fc.integer({ min: -3, max: 3 }), (seconds, offset) => {
      const secret = createTotpSecret();
      const step = Math.floor(seconds / 30) + offset;
      fc.pre(step >= 0);
      const code = generateHOTP(Secret.fromBase32(secret).bytes, BigInt(step), 6);
      const found = findTotpStep(secret, { code, now: new Date(seconds * 1000) });
      if (Math.abs(offset) <= 1) expect(found).not.toBeNull();
      // One in a million codes is also that of a neighbour.
      else if (found !== null)
        expect(generateHOTP(Secret.fromBase32(secret).bytes, BigInt(found), 6)).toBe(code);
    }),
  );
});

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '-12345', '1e5000'])('%j is no code', (code) => {
  expect(findTotpStep(RFC_SECRET, { code, now: new Date(59_000) })).toBeNull();
});

test('the address for authenticators says everything, whatever the e-mail address holds', () => {
  const secret = createTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(otpauthUri(secret, 'a+b&c=d?x#y@example.com'));
  expect(uri.protocol).toBe('otpauth:');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Stamping Service',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(decodeURIComponent(uri.pathname)).toContain('a+b&c=d?x#y@example.com');
});
