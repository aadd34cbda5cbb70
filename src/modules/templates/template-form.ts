import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { LINE, textMessages } from '../../http/schemas.ts';
import { Membership } from '../organizations/membership.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';

/** A form sends blank text for what is not there. */
export function blankToNull(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value;
}

const A_LINE = new RegExp(LINE, 'u');

/** A template's name: trimmed, not blank, on one line. Throws VALIDATION_FAILED. */
export function parseName(value: string): string {
  const name = value.trim();
  if (!A_LINE.test(name)) throw invalidField('name', String(textMessages[LINE]));
  return name;
}

/**
 * The organization a template is to be shared through: the one named (blank: none), else the user's only one, else
 * none. Holds that one membership until the transaction ends, so that sharing and leaving never cross; take it before the
 * template's lock. Who held several could wait for the deletion of one organization and keep that of another waiting.
 * Throws VALIDATION_FAILED when it is none of the user's.
 */
export async function getOrganization(
  em: EntityManager,
  userId: number,
  organizationId: string | undefined,
): Promise<Organization | null> {
  if (organizationId?.trim() === '') return null;
  const wanted = organizationId === undefined ? {} : { organization: { publicId: organizationId } };
  const found = await em.find(Membership, { user: userId, ...wanted }, { limit: 2 });
  const organization = found.length === 1 ? await hold(em, found[0]) : null;
  if (organization === null && organizationId !== undefined) {
    throw invalidField('organizationId', 'is none of your organizations');
  }
  return organization;
}

/** The membership's organization, or null when it has ended meanwhile. */
async function hold(em: EntityManager, found: Membership | undefined): Promise<Organization | null> {
  const held = await em.findOne(
    Membership,
    { id: found?.id ?? 0 },
    { lockMode: LockMode.PESSIMISTIC_READ, refresh: true },
  );
  return held === null ? null : em.findOne(Organization, { id: held.organization.id });
}

function invalidField(path: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', `The form is not valid: ${path} ${message}.`, {
    paths: [{ path, message }],
  });
}
