import { formatTimestamp } from '../../infra/clock.ts';
import type { User } from './user.entity.ts';

type RecordSource = Pick<
  User,
  'publicId' | 'email' | 'applicationRole' | 'isEnabled' | 'isVerified' | 'createdAt'
>;

/** An account, for its owner and for administrators. */
export function toUserRecord({
  publicId,
  email,
  applicationRole,
  isEnabled,
  isVerified,
  createdAt,
}: RecordSource) {
  return { publicId, email, applicationRole, isEnabled, isVerified, createdAt: formatTimestamp(createdAt) };
}
