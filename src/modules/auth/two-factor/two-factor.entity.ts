import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/user.entity.ts';

/**
 * What two-factor keeps beside the secret itself, which stands in the account once it is on. The row is also the lock
 * that lets one code be tried at a time.
 */
const TwoFactorSchema = defineEntity({
  name: 'TwoFactor',
  properties: {
    id: p.bigint('number').primary(),
    user: () => p.oneToOne(User).ref().deleteRule('cascade').owner(),
    /** Sealed; from the set-up until a code has shown that the user's device has it. */
    pendingSecret: p.text().nullable().hidden(),
    /** The 30-second step of the last code that was taken: neither it nor an earlier one works again. */
    lastStep: p.bigint('number').nullable(),
    /** Wrong codes since the last right one. */
    failures: p.integer().default(0),
    lockedUntil: p.datetime().nullable(),
  },
});

export class TwoFactor extends TwoFactorSchema.class {}
TwoFactorSchema.setClass(TwoFactor);

/** A code for when the device is gone. Only its SHA-256 is stored; the row goes with its use. */
const BackupCodeSchema = defineEntity({
  name: 'BackupCode',
  properties: {
    id: p.bigint('number').primary(),
    user: () => p.manyToOne(User).ref().deleteRule('cascade'),
    codeHash: p.string().length(64),
  },
  uniques: [{ properties: ['user', 'codeHash'] }],
});

export class BackupCode extends BackupCodeSchema.class {}
BackupCodeSchema.setClass(BackupCode);

/** A log-in whose password was right and whose code is still to come. Only its token's SHA-256 is stored. */
const LoginChallengeSchema = defineEntity({
  name: 'LoginChallenge',
  properties: {
    id: p.bigint('number').primary(),
    user: () => p.manyToOne(User).ref().deleteRule('cascade').index(),
    tokenHash: p.string().length(64).unique(),
    expiresAt: p.datetime(),
  },
});

export class LoginChallenge extends LoginChallengeSchema.class {}
LoginChallengeSchema.setClass(LoginChallenge);
