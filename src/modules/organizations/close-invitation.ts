import type { EntityManager } from '@mikro-orm/postgresql';
import type { Invitation } from './invitation.entity.ts';

/** Nobody can accept the invitation any more; its links are void at once. Flushed by the caller. */
export async function closeInvitation(
  em: EntityManager,
  invitation: Invitation,
  status: 'REVOKED' | 'EXPIRED',
): Promise<void> {
  invitation.status = status;
  await em.execute('delete from invitation_token where invitation_id = ?', [invitation.id]);
}
