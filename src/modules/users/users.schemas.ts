import Type from 'typebox';
import { nullable, oneOf, publicId, timestamp } from '../../http/schemas.ts';
import { organizationRoles } from '../organizations/membership.entity.ts';
import { applicationRoles } from './user.entity.ts';

export const membershipSchema = Type.Object({
  organizationId: publicId('org'),
  organizationName: Type.String(),
  role: oneOf(organizationRoles),
  joinedAt: timestamp,
});

export const twoFactorSchema = Type.Object({ enabled: Type.Boolean(), method: nullable(Type.String()) });

/** The plan of an account. The members of a billing system are null. */
const subscriptionSchema = Type.Object(
  {
    publicId: publicId('sub'),
    subscriptionId: nullable(Type.String()),
    status: Type.String(),
    nickname: nullable(Type.String()),
    lookupKey: nullable(Type.String()),
    interval: Type.String(),
    amount: nullable(Type.Integer()),
    currency: nullable(Type.String()),
    actionLimit: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Stamped PDFs per month; null means unlimited',
    }),
    currentBillingPeriodStart: Type.Integer({ description: 'Unix seconds' }),
    currentBillingPeriodEnd: Type.Integer({ description: 'Unix seconds' }),
  },
  { additionalProperties: false },
);

export const profileSchema = Type.Object(
  {
    publicId: publicId('usr'),
    email: Type.String(),
    applicationRole: oneOf(applicationRoles),
    isEnabled: Type.Boolean(),
    isVerified: Type.Boolean(),
    createdAt: timestamp,
    stripeCustomerId: nullable(Type.String()),
    roles: Type.Array(Type.String()),
    monthlyActionsUsed: Type.Integer({ description: 'Stamped PDFs since the first of the month (UTC)' }),
    organizationMemberships: Type.Array(membershipSchema),
    subscriptions: Type.Array(subscriptionSchema),
    twoFactor: twoFactorSchema,
  },
  { additionalProperties: false },
);

export type Profile = Type.Static<typeof profileSchema>;
