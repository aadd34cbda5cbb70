import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { Membership } from '../organizations/membership.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';

/** A form sends blank text for what is not there. */
export function blankToNull(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value;
}

/** A template's name: trimmed, not blank, on one line. Throws VALIDATION_FAILED. */
export function parseName(value: string): string {
  const name = value.trim();
  if (name === '') throw invalidField('name', 'must not be blank');
  if (/\p{Cc}/u.test(name)) throw invalidField('name', 'must not hold control characters');
  return name;
}

/**
 * The organization a template is to be shared through: the one named (blank: none), else the user's only one, else
 * none. Holds the membership until the transaction ends, so that sharing and leaving never cross; take it before the
 * template's lock. Throws VALIDATION_FAILED when it is none of the user's.
 */
export async function getOrganization(
  em: EntityManager,
  userId: number,
  organizationId: string | undefined,
): Promise<Organization | null> {
  if (organizationId === '') return null;
  const lockMode = LockMode.PESSIMISTIC_READ;
  const memberships = await em.find(Membership, { user: userId }, { lockMode, orderBy: { id: 'asc' } });
  const own = await em.find(Organization, {
    id: { $in: memberships.map(({ organization }) => organization.id) },
  });
  if (organizationId === undefined) return own.length === 1 ? (own[0] ?? null) : null;
  const named = own.find(({ publicId }) => publicId === organizationId);
  if (!named) throw invalidField('organizationId', 'is none of your organizations');
  return named;
}

function invalidField(path: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', `The form is not valid: ${path} ${message}.`, {
    paths: [{ path, message }],
  });
}
