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
    monthlyActionsUsed: Type.Integer({ description: 'Stamped PDFs since the first of the month, UTC' }),
    organizationMemberships: Type.Array(membershipSchema),
    subscriptions: Type.Array(Type.Object({ publicId: publicId('sub') })),
    twoFactor: twoFactorSchema,
  },
  { additionalProperties: false },
);

export type Profile = Type.Static<typeof profileSchema>;
