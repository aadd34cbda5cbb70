import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import { User } from '../users/user.entity.ts';
import { normalizeEmail } from './email-address.ts';
import { OPERATOR, type Passwords } from './passwords.ts';

/** An arbitrary advisory lock, so that only one of several starting processes creates the administrator. */
const LOCK = 7_204_119;

/** The created administrator. `generatedPassword` must be shown once; it is null if the password was configured. */
interface FirstAdmin {
  email: string;
  generatedPassword: string | null;
}

/** Creates the first SUPER_ADMIN if the database has no account; otherwise returns null. */
export async function ensureFirstAdmin({
  orm,
  passwords,
  email,
  password,
}: {
  orm: MikroORM;
  passwords: Passwords;
  email: string;
  password?: string | undefined;
}): Promise<FirstAdmin | null> {
  return inTransaction(orm, async (em) => {
    await em.execute(`select pg_advisory_xact_lock(${LOCK})`);
    if ((await em.count(User)) > 0) return null;
    const generatedPassword = password === undefined ? randomBytes(18).toString('base64url') : null;
    em.create(User, {
      publicId: createPublicId('usr'),
      email: normalizeEmail(email),
      passwordHash: await passwords.hash(password ?? generatedPassword ?? '', OPERATOR),
      applicationRole: 'SUPER_ADMIN',
      isEnabled: true,
      isVerified: true,
    });
    await em.flush();
    return { email: normalizeEmail(email), generatedPassword };
  });
}
