import Type from 'typebox';
import { pageOf, pageQuery } from '../../http/pagination.ts';
import { oneOf, publicId, searchText, timestamp } from '../../http/schemas.ts';
import { emailSchema } from '../auth/auth.schemas.ts';
import { membershipSchema } from '../users/users.schemas.ts';
import { invitationStatuses } from './invitation.entity.ts';
import { organizationRoles } from './membership.entity.ts';

export const invitationRecord = Type.Object(
  {
    invitationId: publicId('inv'),
    email: Type.String(),
    role: oneOf(organizationRoles),
    status: oneOf(invitationStatuses),
    invitedBy: Type.String({ description: 'The e-mail address of the inviter at that time' }),
    createdAt: timestamp,
    expiresAt: timestamp,
  },
  { additionalProperties: false },
);

export const invitationPage = pageOf(invitationRecord);

export const invitationQuery = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(oneOf(invitationStatuses)),
    search: searchText('Part of an e-mail address'),
  },
  { additionalProperties: false },
);

export const inviteBody = Type.Object(
  { email: emailSchema, role: oneOf(organizationRoles) },
  { additionalProperties: false },
);

export const invitationParams = Type.Object({ publicId: Type.String(), invitationId: Type.String() });

/** The token is any text, because an unknown token is LINK_INVALID. */
export const acceptBody = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 256 }) },
  { additionalProperties: false },
);

/** The new membership of the caller. */
export const acceptResponse = membershipSchema;

export type InvitationRecord = Type.Static<typeof invitationRecord>;
export type InvitationPage = Type.Static<typeof invitationPage>;
export type InvitationQuery = Type.Static<typeof invitationQuery>;
export type AcceptResponse = Type.Static<typeof acceptResponse>;
