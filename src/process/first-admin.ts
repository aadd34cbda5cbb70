import { ensureFirstAdmin } from '../modules/auth/first-admin.ts';
import type { Services } from '../services.ts';

/** Gives an empty database its administrator; a generated password is shown this once. */
export async function createFirstAdmin({ orm, passwords, config, logger }: Services): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
  const admin = await ensureFirstAdmin({ orm, passwords, email, password });
  if (!admin) {
    // Somebody who gave it expects to log in with it.
    if (password !== undefined) logger.warn('an administrator exists already; ADMIN_PASSWORD is not used');
    return;
  }
  logger.info(`first administrator created: ${admin.email}`);
  if (admin.generatedPassword !== null) {
    logger.warn(`its password, shown this once: ${admin.generatedPassword}`);
  }
}
