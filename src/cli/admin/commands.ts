import type { Command } from './command.ts';
import { grantRole, resetTwoFactor, setPassword, unlock } from './commands/accounts.ts';
import { cancelRun } from './commands/cancel-run.ts';
import { createAdmin } from './commands/create-admin.ts';
import { prune } from './commands/prune.ts';
import { requeue } from './commands/requeue.ts';
import { rotateKeys } from './commands/rotate-keys.ts';
import { verifyStorage } from './commands/verify-storage.ts';

/** Every command by its name. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ['create-admin', createAdmin],
  ['unlock', unlock],
  ['grant-role', grantRole],
  ['set-password', setPassword],
  ['reset-two-factor', resetTwoFactor],
  ['rotate-keys', rotateKeys],
  ['requeue', requeue],
  ['cancel-run', cancelRun],
  ['verify-storage', verifyStorage],
  ['prune', prune],
]);
