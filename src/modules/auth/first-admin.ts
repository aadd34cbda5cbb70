import { randomBytes } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createPublicId } from '../../infra/public-id.ts';
import { inTransaction } from '../../infra/transaction.ts';
import { User } from '../users/user.entity.ts';
import { normalizeEmail } from './email-address.ts';
import type { Passwords } from './passwords.ts';

/** Arbitrary but fixed: of two processes that start at once only one creates the administrator. */
const LOCK = 7_204_119;

/** The administrator just created; `generatedPassword` is to be shown once and is null when one was given. */
export interface FirstAdmin {
  email: string;
  generatedPassword: string | null;
}

/** Creates the first SUPER_ADMIN of an empty database. Answers null when there was nothing to do. */
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
      passwordHash: await passwords.hash(password ?? generatedPassword ?? ''),
      applicationRole: 'SUPER_ADMIN',
      isEnabled: true,
      isVerified: true,
    });
    await em.flush();
    return { email: normalizeEmail(email), generatedPassword };
  });
}
