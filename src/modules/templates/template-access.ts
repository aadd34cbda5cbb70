import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { Membership } from '../organizations/membership.entity.ts';
import { lockMembership } from '../organizations/memberships.ts';
import { Template } from './template.entity.ts';
import { TemplateVersion } from './template-version.entity.ts';

/** OWNER and ORG_ADMIN can edit, MEMBER can view and stamp, only OWNER can delete. */
type TemplateRole = 'OWNER' | 'ORG_ADMIN' | 'MEMBER';

/** A template that the user can access, its current version and the role of the user. */
export interface ReachableTemplate {
  template: Template;
  version: TemplateVersion;
  role: TemplateRole;
  /** Internal id of the organization that pays for stamping: the template's, if the user is a member of it; else null. */
  payingOrganizationId: number | null;
}

/** The condition for templates that the user owns or that are shared through one of their organizations. */
export async function reachable(em: EntityManager, userId: number): Promise<FilterQuery<Template>> {
  const memberships = await em.find(Membership, { user: userId });
  const organizations = memberships.map(({ organization }) => organization.id);
  return organizations.length === 0
    ? { owner: userId }
    : { $or: [{ owner: userId }, { organization: { $in: organizations } }] };
}

/**
 * The template if the user can access it. Otherwise throws NOT_FOUND with the same text as for a template that does not
 * exist.
 */
export async function getReachable(
  em: EntityManager,
  { userId, publicId }: { userId: number; publicId: string },
): Promise<ReachableTemplate> {
  const template = isPublicId('tpl', publicId) ? await em.findOne(Template, { publicId }) : null;
  if (!template) throw notFound('The template');
  return withRole(em, { template, userId, membership: await findMembership(em, { template, userId }) });
}

/**
 * The same for a change. Locks the user's membership and the template until the transaction ends, and decides by the locked
 * rows: the access that was checked is the access at the commit.
 */
export async function lockReachable(
  em: EntityManager,
  { userId, publicId }: { userId: number; publicId: string },
): Promise<ReachableTemplate> {
  const found = isPublicId('tpl', publicId) ? await em.findOne(Template, { publicId }) : null;
  const sharedThrough = found?.organization?.id;
  const membershipIn = (organizationId: number | undefined) =>
    organizationId === undefined ? null : lockMembership(em, { userId, organizationId });
  let membership = await membershipIn(sharedThrough);
  const template =
    found &&
    (await em.findOne(Template, { publicId }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }));
  if (!template) throw notFound('The template');
  // The template may have moved to another organization before it was locked.
  if (template.organization?.id !== sharedThrough) membership = await membershipIn(template.organization?.id);
  return withRole(em, { template, userId, membership });
}

async function withRole(
  em: EntityManager,
  found: { template: Template; userId: number; membership: Membership | null },
): Promise<ReachableTemplate> {
  const { template, userId, membership } = found;
  const role = template.owner.id === userId ? 'OWNER' : membership?.role;
  if (role === undefined) throw notFound('The template');
  const wanted = { templatePublicId: template.publicId, number: template.version };
  const version = await em.findOne(TemplateVersion, wanted);
  if (!version) throw notFound('The template');
  return { template, version, role, payingOrganizationId: membership?.organization.id ?? null };
}

async function findMembership(
  em: EntityManager,
  { template: { organization }, userId }: { template: Template; userId: number },
): Promise<Membership | null> {
  if (!organization) return null;
  return em.findOne(Membership, { user: userId, organization: organization.id });
}

/** Throws FORBIDDEN unless the role is allowed. */
export function requireRole(role: TemplateRole, allowed: readonly TemplateRole[]): void {
  if (allowed.includes(role)) return;
  throw new DomainError(
    'FORBIDDEN',
    'You can view and stamp this template, but not change it. Ask its owner or an organization admin.',
  );
}
