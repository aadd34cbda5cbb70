import { DomainError } from '../../errors.ts';
import { formatTimestamp } from '../../infra/clock.ts';
import type { AuditChanges } from '../audit/audit-entry.entity.ts';
import type { OrganizationRole } from './membership.entity.ts';
import type { Organization } from './organization.entity.ts';
import { type OrganizationChange, type OrganizationRecord, profileLengths } from './organizations.schemas.ts';

const profileMembers = Object.keys(profileLengths) as (keyof typeof profileLengths)[];

type Profile = Pick<Organization, keyof typeof profileLengths>;

/** The organization as a caller with this role sees it. */
export function toOrganizationRecord(
  organization: Profile & Pick<Organization, 'publicId' | 'createdAt' | 'updatedAt'>,
  role: OrganizationRole | null,
): OrganizationRecord {
  return {
    publicId: organization.publicId,
    name: organization.name,
    displayName: organization.displayName ?? null,
    description: organization.description ?? null,
    email: organization.email ?? null,
    billingEmail: organization.billingEmail ?? null,
    phone: organization.phone ?? null,
    website: organization.website ?? null,
    address: organization.address ?? null,
    adminContactName: organization.adminContactName ?? null,
    adminContactEmail: organization.adminContactEmail ?? null,
    adminContactPhone: organization.adminContactPhone ?? null,
    role,
    createdAt: formatTimestamp(organization.createdAt),
    updatedAt: formatTimestamp(organization.updatedAt),
  };
}

/**
 * Applies the given members to the profile, trimmed and in Unicode NFC; blank becomes null. Returns the changes. Throws
 * VALIDATION_FAILED when NFC makes a value too long, because it decomposes some characters.
 */
export function applyProfile(profile: Profile, change: OrganizationChange): AuditChanges {
  const changes: AuditChanges = {};
  for (const member of profileMembers) {
    const given = change[member];
    if (given === undefined) continue;
    const to = given?.trim().normalize('NFC') || null;
    const from = profile[member] ?? null;
    if (to === from || (member === 'name' && to === null)) continue;
    if ([...(to ?? '')].length > profileLengths[member]) throw tooLong(member);
    Object.assign(profile, { [member]: to });
    changes[member] = { from, to };
  }
  return changes;
}

function tooLong(member: keyof typeof profileLengths): DomainError {
  const message = `must have at most ${profileLengths[member]} characters in Unicode NFC`;
  return new DomainError('VALIDATION_FAILED', `The body is not valid: ${member} ${message}.`, {
    paths: [{ path: member, message }],
  });
}
