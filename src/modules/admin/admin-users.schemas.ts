import Type from 'typebox';
import { pageOf, pageQuery } from '../../http/pagination.ts';
import { oneOf, publicId, searchText, timestamp } from '../../http/schemas.ts';
import { emailSchema } from '../auth/auth.schemas.ts';
import { planRecord } from '../plans/plan-record.ts';
import { applicationRoles } from '../users/user.entity.ts';
import { membershipSchema, twoFactorSchema } from '../users/users.schemas.ts';

/** An account, for administrators. */
const user = {
  publicId: publicId('usr'),
  email: Type.String(),
  applicationRole: oneOf(applicationRoles),
  isEnabled: Type.Boolean({ description: 'False while the account is locked' }),
  isVerified: Type.Boolean(),
  createdAt: timestamp,
};

export const userRecord = Type.Object(user, { additionalProperties: false });

export const userDetail = Type.Object(
  {
    ...user,
    organizationMemberships: Type.Array(membershipSchema),
    twoFactor: twoFactorSchema,
    plan: Type.Union([planRecord, Type.Null()], { description: 'Null means the general limits' }),
  },
  { additionalProperties: false },
);

export const userPage = pageOf(userRecord);

export const userQuery = Type.Object(
  {
    ...pageQuery,
    search: searchText(
      'Part of an e-mail address or public id. Every character is literal; case is ignored.',
    ),
  },
  { additionalProperties: false },
);

export const changeUserBody = Type.Object({ email: emailSchema }, { additionalProperties: false });

export const changeRoleBody = Type.Object(
  { applicationRole: oneOf(applicationRoles) },
  { additionalProperties: false },
);

export type UserRecord = Type.Static<typeof userRecord>;
export type UserDetail = Type.Static<typeof userDetail>;
export type UserPage = Type.Static<typeof userPage>;
export type UserQuery = Type.Static<typeof userQuery>;
