import { formatTimestamp } from '../../infra/clock.ts';
import type { User } from './user.entity.ts';

type Recorded = Pick<
  User,
  'publicId' | 'email' | 'applicationRole' | 'isEnabled' | 'isVerified' | 'createdAt'
>;

/** An account in responses to its owner and to administrators. */
export function toUserRecord({
  publicId,
  email,
  applicationRole,
  isEnabled,
  isVerified,
  createdAt,
}: Recorded) {
  return { publicId, email, applicationRole, isEnabled, isVerified, createdAt: formatTimestamp(createdAt) };
}
