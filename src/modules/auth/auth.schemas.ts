import Type from 'typebox';
import { EMAIL, oneOf, publicId, WELL_FORMED } from '../../http/schemas.ts';
import { organizationRoles } from '../organizations/membership.entity.ts';
import { applicationRoles } from '../users/user.entity.ts';
import { challengeResponse } from './two-factor/two-factor.schemas.ts';

/** An e-mail address without a display name. */
export const emailSchema = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: EMAIL,
  format: WELL_FORMED,
  examples: ['admin@example.com'],
});

export const loginBody = Type.Object(
  { email: emailSchema, password: Type.String({ minLength: 1, maxLength: 256, format: WELL_FORMED }) },
  { additionalProperties: false },
);

const account = Type.Object(
  {
    publicId: publicId('usr'),
    email: Type.String(),
    applicationRole: oneOf(applicationRoles),
    organizations: Type.Array(
      Type.Object({
        organizationId: publicId('org'),
        organizationName: Type.String(),
        role: oneOf(organizationRoles),
      }),
    ),
  },
  { additionalProperties: false },
);

export type Account = Type.Static<typeof account>;

export const loginResponse = Type.Object(
  { accessToken: Type.String({ description: 'JWT, valid for 15 minutes' }), ...account.properties },
  { additionalProperties: false },
);

/** A session, or a two-factor challenge. */
export const firstStepResponse = Type.Union([loginResponse, challengeResponse]);

export const refreshResponse = Type.Object({ accessToken: Type.String() }, { additionalProperties: false });
