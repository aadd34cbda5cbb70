import { DomainError } from '../../errors.ts';

const LONGEST = 254;

/**
 * The stored form of an address. Addresses that differ only in case or in Unicode composition (é as one character or as e
 * and an accent) are the same account.
 */
export function normalizeEmail(email: string): string {
  return email.toLowerCase().normalize('NFC');
}

/** Normalizes an address of a request. Throws VALIDATION_FAILED when the result is too long. */
export function parseEmail(given: string): string {
  const email = normalizeEmail(given);
  // Some letters become several characters in lower case.
  if (email.length <= LONGEST) return email;
  const paths = [{ path: 'email', message: `must be at most ${LONGEST} characters in lower case` }];
  throw new DomainError('VALIDATION_FAILED', 'The e-mail address is too long.', { paths });
}
