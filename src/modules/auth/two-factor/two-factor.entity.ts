import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/user.entity.ts';

/**
 * The state of two-factor authentication. The secret itself is stored in the account once it is on. Locking the row
 * serializes attempts of codes.
 */
const TwoFactorSchema = defineEntity({
  name: 'TwoFactor',
  properties: {
    id: p.bigint('number').primary(),
    user: () => p.oneToOne(User).ref().deleteRule('cascade').owner(),
    /** Encrypted; from the set-up until the first valid code. */
    pendingSecret: p.text().nullable().hidden(),
    /** The time step of the last accepted code. Codes of this and earlier steps are rejected. */
    lastStep: p.bigint('number').nullable(),
    /** Wrong codes since the last valid one. */
    failures: p.integer().default(0),
    lockedUntil: p.datetime().nullable(),
  },
});

export class TwoFactor extends TwoFactorSchema.class {}
TwoFactorSchema.setClass(TwoFactor);

/** A backup code for a lost device. Only its SHA-256 is stored, and its use deletes the row. */
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

/** A log-in with the right password that waits for a code. Only the SHA-256 of its token is stored. */
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
