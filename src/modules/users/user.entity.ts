import { defineEntity, p } from '@mikro-orm/core';

/** Application roles, the most powerful first. */
export const applicationRoles = ['SUPER_ADMIN', 'ADMIN', 'MEMBER', 'GUEST'] as const;
export type ApplicationRole = (typeof applicationRoles)[number];

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'user_account',
  indexes: [
    // Searches parts of addresses and ids.
    {
      name: 'user_account_search_index',
      expression:
        'create index "user_account_search_index" on "user_account" using gin ("email" gin_trgm_ops, "public_id" gin_trgm_ops)',
    },
    {
      name: 'user_account_super_admin_index',
      properties: ['id'],
      where: "application_role = 'SUPER_ADMIN' and is_enabled",
    },
  ],
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    /** In the form of `normalizeEmail`. */
    email: p.string().length(254).unique(),
    passwordHash: p.text().hidden(),
    applicationRole: p.string().length(16).$type<ApplicationRole>().default('MEMBER'),
    isEnabled: p.boolean().default(true),
    isVerified: p.boolean().default(false),
    /** Registered and never verified: the account has not been used. */
    registrationPending: p.boolean().default(false),
    stripeCustomerId: p.string().length(255).nullable(),
    /** The encrypted TOTP secret; null while two-factor authentication is off. */
    totpSecret: p.text().nullable().hidden(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
});

export class User extends UserSchema.class {}
UserSchema.setClass(User);
