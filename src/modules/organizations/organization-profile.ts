import { formatTimestamp } from '../../infra/clock.ts';
import type { AuditChanges } from '../audit/audit-entry.entity.ts';
import type { OrganizationRole } from './membership.entity.ts';
import type { Organization } from './organization.entity.ts';
import type { OrganizationChange, OrganizationRecord } from './organizations.schemas.ts';

/** The members of a profile that bodies may set. */
export const profileMembers = [
  'name',
  'displayName',
  'description',
  'email',
  'billingEmail',
  'phone',
  'website',
  'address',
  'adminContactName',
  'adminContactEmail',
  'adminContactPhone',
] as const satisfies readonly (keyof OrganizationChange)[];

type Profile = Pick<Organization, (typeof profileMembers)[number]>;

/** The organization as it is shown to somebody of this role. */
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

/** Puts what is given into the profile, trimmed and with composed letters; blank is null. Answers what is other than before. */
export function applyProfile(profile: Profile, change: OrganizationChange): AuditChanges {
  const changes: AuditChanges = {};
  for (const member of profileMembers) {
    const given = change[member];
    if (given === undefined) continue;
    const to = given?.trim().normalize('NFC') || null;
    const from = profile[member] ?? null;
    if (to === from || (member === 'name' && to === null)) continue;
    Object.assign(profile, { [member]: to });
    changes[member] = { from, to };
  }
  return changes;
}
