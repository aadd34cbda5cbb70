import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/** The purpose of an e-mailed link. */
export type AccountTokenPurpose = 'VERIFY_EMAIL' | 'RESET_PASSWORD';

/**
 * An e-mailed link. Only the SHA-256 of its token is stored, and its first use deletes the row. It is valid only while the
 * account has the address that the link was sent to.
 */
const AccountTokenSchema = defineEntity({
  name: 'AccountToken',
  properties: {
    id: p.bigint('number').primary(),
    user: () => p.manyToOne(User).ref().deleteRule('cascade').index(),
    purpose: p.string().length(16).$type<AccountTokenPurpose>(),
    tokenHash: p.string().length(64).unique(),
    email: p.string().length(254),
    /** For a registration: the password that opening this link makes valid. */
    passwordHash: p.text().nullable().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
});

export class AccountToken extends AccountTokenSchema.class {}
AccountTokenSchema.setClass(AccountToken);
