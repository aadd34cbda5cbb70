import { ensureFirstAdmin } from '../modules/auth/first-admin.ts';
import type { Services } from '../services.ts';

/** Creates the first administrator in an empty database. A generated password is logged once. */
export async function createFirstAdmin({ orm, passwords, config, logger }: Services): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
  const admin = await ensureFirstAdmin({ orm, passwords, email, password });
  if (!admin) {
    // The operator expects to log in with it.
    if (password !== undefined) logger.warn('an administrator exists already; ADMIN_PASSWORD is ignored');
    return;
  }
  logger.info(`first administrator created: ${admin.email}`);
  if (admin.generatedPassword !== null) {
    logger.warn(`its password, shown only once: ${admin.generatedPassword}`);
  }
}
