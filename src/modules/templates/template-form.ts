import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { LINE, textMessages } from '../../http/schemas.ts';
import type { Membership } from '../organizations/membership.entity.ts';
import { Organization } from '../organizations/organization.entity.ts';

/** Forms send blank text for empty fields. */
export function blankToNull(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value;
}

const SINGLE_LINE = new RegExp(LINE, 'u');

/** Trims the name of a template. Throws VALIDATION_FAILED if it is blank or has line breaks. */
export function parseName(value: string): string {
  const name = value.trim();
  if (!SINGLE_LINE.test(name)) throw invalidField('name', String(textMessages[LINE]));
  return name;
}

/**
 * The organization that a template will be shared through: the one with `organizationId` (blank: none), else the only
 * organization of the user, else none. `memberships` are those of the user, locked before (`lockMemberships`), so that the
 * user cannot leave the organization meanwhile. Throws VALIDATION_FAILED if the user is not a member.
 */
export async function getOrganization(
  em: EntityManager,
  memberships: readonly Membership[],
  organizationId: string | undefined,
): Promise<Organization | null> {
  if (organizationId?.trim() === '') return null;
  const ids = memberships.map(({ organization }) => organization.id);
  if (organizationId === undefined) {
    return ids.length === 1 ? em.findOne(Organization, { id: ids[0] ?? 0 }) : null;
  }
  const organization = await em.findOne(Organization, { publicId: organizationId, id: { $in: ids } });
  if (organization === null) throw invalidField('organizationId', 'is not one of your organizations');
  return organization;
}

function invalidField(path: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', `The form is not valid: ${path} ${message}.`, {
    paths: [{ path, message }],
  });
}
