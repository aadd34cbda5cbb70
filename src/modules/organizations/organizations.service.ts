import type { MikroORM } from '@mikro-orm/postgresql';
import { toPage } from '../../http/pagination.ts';
import type { Clock } from '../../infra/clock.ts';
import { createPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Caller } from '../audit/caller.ts';
import type { CurrentUser } from '../users/current-user.ts';
import type { OrganizationRole } from './membership.entity.ts';
import { Organization } from './organization.entity.ts';
import { getOrganizationAccess, isAdministrators, requireManager } from './organization-access.ts';
import { applyProfile, toOrganizationRecord } from './organization-profile.ts';
import type {
  NewOrganization,
  OrganizationChange,
  OrganizationPage,
  OrganizationQuery,
  OrganizationRecord,
} from './organizations.schemas.ts';
import { findSearchPage, holding } from './paged-search.ts';

export type OrganizationsService = ReturnType<typeof createOrganizationsService>;

/** Organizations and their profiles. */
export function createOrganizationsService({
  orm,
  audit,
  clock,
}: {
  orm: MikroORM;
  audit: AuditService;
  clock: Clock;
}) {
  return {
    /** A page of the caller's organizations, newest first. Administrators get all organizations. */
    async list(user: CurrentUser, { search = '', ...page }: OrganizationQuery): Promise<OrganizationPage> {
      const em = orm.em.fork();
      const join = isAdministrators(user.applicationRole) ? 'left join' : 'join';
      const found = holding(search, { written: ['o.name'], folded: ['o.public_id'] });
      const { rows, total } = await findSearchPage<{ id: string; role: OrganizationRole | null }>(em, {
        hits: `select o.id, m.role from organization o
               ${join} membership m on m.organization_id = o.id and m.user_id = ?
               where ${found.sql}`,
        params: [user.id, ...found.params],
        page,
      });
      const loaded = await em.find(Organization, { id: { $in: rows.map(({ id }) => Number(id)) } });
      const byId = new Map(loaded.map((organization) => [organization.id, organization]));
      const content = rows.flatMap(({ id, role }) => {
        const organization = byId.get(Number(id));
        return organization ? [toOrganizationRecord(organization, role)] : [];
      });
      return toPage(content, total, page);
    },

    /** Creates an organization without members. The creator invites its first ORG_ADMIN. */
    async create(caller: Caller, profile: NewOrganization): Promise<OrganizationRecord> {
      return inTransaction(orm, async (em) => {
        const now = clock.now();
        const publicId = createPublicId('org');
        const organization = em.create(Organization, { publicId, name: '', createdAt: now, updatedAt: now });
        const changes = applyProfile(organization, profile);
        const target = { publicId, name: organization.name };
        audit.record(em, caller, { action: 'ORGANIZATION_CREATED', target, changes });
        await em.flush();
        return toOrganizationRecord(organization, null);
      });
    },

    /** Throws NOT_FOUND. */
    async get(user: CurrentUser, publicId: string): Promise<OrganizationRecord> {
      const wanted = { userId: user.id, publicId };
      const { organization, role } = await getOrganizationAccess(orm.em.fork(), wanted);
      return toOrganizationRecord(organization, role);
    },

    /** Changes the given members; null removes a value. Throws NOT_FOUND, FORBIDDEN, VALIDATION_FAILED. */
    async update(caller: Caller, publicId: string, change: OrganizationChange): Promise<OrganizationRecord> {
      return inTransaction(orm, async (em) => {
        const wanted = { userId: caller.user.id, publicId, lock: true };
        const { organization, role } = requireManager(await getOrganizationAccess(em, wanted));
        const target = { publicId, name: organization.name };
        const changes = applyProfile(organization, change);
        if (Object.keys(changes).length > 0) {
          organization.updatedAt = clock.now();
          audit.record(em, caller, { action: 'ORGANIZATION_CHANGED', target, changes });
        }
        await em.flush();
        return toOrganizationRecord(organization, role);
      });
    },

    /**
     * Deletes the organization, its memberships, its invitations and its plan, so that no run waits for its limit.
     * Templates stay with their creators, usage with the accounts. Throws NOT_FOUND, FORBIDDEN.
     */
    async delete(caller: Caller, publicId: string): Promise<void> {
      await inTransaction(orm, async (em) => {
        const wanted = { userId: caller.user.id, publicId, lock: true };
        const { organization } = requireManager(await getOrganizationAccess(em, wanted));
        const { id, name } = organization;
        // Memberships first: sharing a template takes its locks in the same order.
        await em.execute('delete from membership where organization_id = ?', [id]);
        await em.execute('update template set organization_id = null where organization_id = ?', [id]);
        await em.execute('delete from plan where subject = ?', [publicId]);
        await em.execute('delete from organization where id = ?', [id]);
        audit.record(em, caller, { action: 'ORGANIZATION_DELETED', target: { publicId, name } });
        await em.flush();
      });
    },
  };
}
