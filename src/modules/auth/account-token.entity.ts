import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/** What the link of a mail is good for. */
export type AccountTokenPurpose = 'VERIFY_EMAIL' | 'RESET_PASSWORD';

/**
 * A link that was mailed to an account. Only the SHA-256 of its token is stored; the row goes with its first use. It is
 * bound to the address it was sent to: once the account has another, the link is void.
 */
const AccountTokenSchema = defineEntity({
  name: 'AccountToken',
  properties: {
    id: p.bigint('number').primary(),
    user: () => p.manyToOne(User).ref().deleteRule('cascade').index(),
    purpose: p.string().length(16).$type<AccountTokenPurpose>(),
    tokenHash: p.string().length(64).unique(),
    email: p.string().length(254),
    /** Of a registration: the password of whoever opens this link, and of nobody else who registered the address. */
    passwordHash: p.text().nullable().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
});

export class AccountToken extends AccountTokenSchema.class {}
AccountTokenSchema.setClass(AccountToken);
