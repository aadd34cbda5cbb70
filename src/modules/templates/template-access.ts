import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { DomainError, notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { Membership } from '../organizations/membership.entity.ts';
import { Template } from './template.entity.ts';
import { TemplateVersion } from './template-version.entity.ts';

/** OWNER and ORG_ADMIN edit, MEMBER looks and stamps, only OWNER deletes. */
export type TemplateRole = 'OWNER' | 'ORG_ADMIN' | 'MEMBER';

/** A template within the user's reach, its current version, and what the user may do with it. */
export interface ReachableTemplate {
  template: Template;
  version: TemplateVersion;
  role: TemplateRole;
  /** Internal id of the template's organization while the user is a member of it: then it pays for what they stamp. */
  payingOrganizationId: number | null;
}

/** The condition for "owned by this user or shared through one of their organizations". */
export async function reachable(em: EntityManager, userId: number): Promise<FilterQuery<Template>> {
  const memberships = await em.find(Membership, { user: userId });
  const organizations = memberships.map(({ organization }) => organization.id);
  return organizations.length === 0
    ? { owner: userId }
    : { $or: [{ owner: userId }, { organization: { $in: organizations } }] };
}

/**
 * The template if the user may see it. Throws NOT_FOUND otherwise, in the same words whether it exists or not.
 * `lock` holds the row until the transaction ends, so that two changes never make the same version.
 */
export async function getReachable(
  em: EntityManager,
  { userId, publicId, lock = false }: { userId: number; publicId: string; lock?: boolean },
): Promise<ReachableTemplate> {
  const template = isPublicId('tpl', publicId) ? await em.findOne(Template, { publicId }) : null;
  if (!template) throw notFound('Template');
  const membership = await findMembership(em, { template, userId });
  const role = template.owner.id === userId ? 'OWNER' : membership?.role;
  if (role === undefined) throw notFound('Template');
  if (lock) await em.lock(template, LockMode.PESSIMISTIC_WRITE);
  if (lock) await em.refresh(template);
  const version = await em.findOne(TemplateVersion, { templatePublicId: publicId, number: template.version });
  if (!version) throw notFound('Template');
  return { template, version, role, payingOrganizationId: membership?.organization.id ?? null };
}

async function findMembership(
  em: EntityManager,
  { template: { organization }, userId }: { template: Template; userId: number },
): Promise<Membership | null> {
  if (!organization) return null;
  return em.findOne(Membership, { user: userId, organization: organization.id });
}

/** Throws FORBIDDEN unless the role is one of these. */
export function requireRole(role: TemplateRole, allowed: readonly TemplateRole[]): void {
  if (allowed.includes(role)) return;
  throw new DomainError('FORBIDDEN', 'You may look at this template and stamp it, but not change it.');
}
