import { formatTimestamp } from '../../infra/clock.ts';
import type { User } from './user.entity.ts';

type Recorded = Pick<
  User,
  'publicId' | 'email' | 'applicationRole' | 'isEnabled' | 'isVerified' | 'createdAt'
>;

/** An account as it is shown to itself and to administrators (specification, section 2.3). */
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
