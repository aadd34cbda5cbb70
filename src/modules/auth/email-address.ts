import { DomainError } from '../../errors.ts';

const LONGEST = 254;

/**
 * The address as accounts keep it. Addresses that differ only in case, or in how their letters are put together (one
 * keyboard sends é, another e and an accent), are one account.
 */
export function normalizeEmail(email: string): string {
  return email.toLowerCase().normalize('NFC');
}

/** The same, for an address about to be stored or written to. Throws VALIDATION_FAILED when it has grown too long. */
export function parseEmail(given: string): string {
  const email = normalizeEmail(given);
  // Some letters become several in lower case.
  if (email.length <= LONGEST) return email;
  const paths = [{ path: 'email', message: `must be at most ${LONGEST} characters in lower case` }];
  throw new DomainError('VALIDATION_FAILED', 'The e-mail address is too long.', { paths });
}
