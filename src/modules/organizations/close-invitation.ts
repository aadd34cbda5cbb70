import type { EntityManager } from '@mikro-orm/postgresql';
import type { Invitation } from './invitation.entity.ts';

/** Closes an invitation and invalidates its links. The caller flushes. */
export async function closeInvitation(
  em: EntityManager,
  invitation: Invitation,
  status: 'REVOKED' | 'EXPIRED',
): Promise<void> {
  invitation.status = status;
  await em.execute('delete from invitation_token where invitation_id = ?', [invitation.id]);
}
