import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../../errors.ts';
import { LINE, textMessages } from '../../http/schemas.ts';
import { Membership } from '../organizations/membership.entity.ts';
import { lockMembership } from '../organizations/memberships.ts';
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
 * organization of the user, else none. Locks the membership until the transaction ends, so that the user cannot leave the
 * organization meanwhile. Call it before the template is locked; locking several memberships could cause a deadlock with
 * the deletion of an organization. Throws VALIDATION_FAILED if the user is not a member.
 */
export async function getOrganization(
  em: EntityManager,
  userId: number,
  organizationId: string | undefined,
): Promise<Organization | null> {
  if (organizationId?.trim() === '') return null;
  const wanted = organizationId === undefined ? {} : { organization: { publicId: organizationId } };
  const found = await em.find(Membership, { user: userId, ...wanted }, { limit: 2 });
  const [only] = found.length === 1 ? found : [];
  const locked = only && (await lockMembership(em, { userId, organizationId: only.organization.id }));
  const organization = locked ? await em.findOne(Organization, { id: locked.organization.id }) : null;
  if (organization === null && organizationId !== undefined) {
    throw invalidField('organizationId', 'is not one of your organizations');
  }
  return organization;
}

function invalidField(path: string, message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', `The form is not valid: ${path} ${message}.`, {
    paths: [{ path, message }],
  });
}
