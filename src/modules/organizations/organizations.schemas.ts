import Type from 'typebox';
import { pageOf, pageQuery } from '../../http/pagination.ts';
import {
  line,
  lines,
  nullable,
  oneOf,
  publicId,
  searchText,
  timestamp,
  WEB_ADDRESS,
  WELL_FORMED,
} from '../../http/schemas.ts';
import { emailSchema } from '../auth/auth.schemas.ts';
import { organizationRoles } from './membership.entity.ts';
import type { Organization } from './organization.entity.ts';

/** The members of a profile that can be set, with their maximum lengths in characters. */
export const profileLengths = {
  name: 200,
  displayName: 200,
  description: 2000,
  email: 254,
  billingEmail: 254,
  phone: 50,
  website: 2000,
  address: 1000,
  adminContactName: 200,
  adminContactEmail: 254,
  adminContactPhone: 50,
} as const satisfies { [Member in keyof Organization]?: number };

/** The optional members of a profile. Null removes the value. */
const details = {
  displayName: Type.Optional(nullable(line(profileLengths.displayName))),
  description: Type.Optional(nullable(lines(profileLengths.description))),
  email: Type.Optional(nullable(emailSchema)),
  billingEmail: Type.Optional(nullable(emailSchema)),
  phone: Type.Optional(nullable(line(profileLengths.phone))),
  website: Type.Optional(
    nullable(Type.String({ maxLength: profileLengths.website, pattern: WEB_ADDRESS, format: WELL_FORMED })),
  ),
  address: Type.Optional(nullable(lines(profileLengths.address))),
  adminContactName: Type.Optional(nullable(line(profileLengths.adminContactName))),
  adminContactEmail: Type.Optional(nullable(emailSchema)),
  adminContactPhone: Type.Optional(nullable(line(profileLengths.adminContactPhone))),
};

export const createOrganizationBody = Type.Object(
  { name: line(profileLengths.name), ...details },
  { additionalProperties: false },
);

export const changeOrganizationBody = Type.Object(
  { name: Type.Optional(line(profileLengths.name)), ...details },
  { additionalProperties: false },
);

const text = nullable(Type.String());

/** An organization, for its members and administrators. */
export const organizationRecord = Type.Object(
  {
    publicId: publicId('org'),
    name: Type.String(),
    displayName: text,
    description: text,
    email: text,
    billingEmail: text,
    phone: text,
    website: text,
    address: text,
    adminContactName: text,
    adminContactEmail: text,
    adminContactPhone: text,
    role: Type.Union([oneOf(organizationRoles), Type.Null()], {
      description: 'The role of the caller; null for an administrator who is not a member',
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  { additionalProperties: false },
);

export const organizationPage = pageOf(organizationRecord);

export const organizationQuery = Type.Object(
  {
    ...pageQuery,
    search: searchText('Part of a name or public id. Every character is literal; case is ignored.'),
  },
  { additionalProperties: false },
);

export const memberRecord = Type.Object(
  {
    userId: publicId('usr'),
    email: Type.String(),
    role: oneOf(organizationRoles),
    joinedAt: timestamp,
  },
  { additionalProperties: false },
);

export const memberPage = pageOf(memberRecord);

export const memberQuery = Type.Object(
  { ...pageQuery, search: searchText('Part of an e-mail address or public id') },
  { additionalProperties: false },
);

export const changeMemberBody = Type.Object(
  { role: oneOf(organizationRoles) },
  { additionalProperties: false },
);

export const memberParams = Type.Object({ publicId: Type.String(), userId: Type.String() });

export type OrganizationRecord = Type.Static<typeof organizationRecord>;
export type OrganizationPage = Type.Static<typeof organizationPage>;
export type OrganizationQuery = Type.Static<typeof organizationQuery>;
export type NewOrganization = Type.Static<typeof createOrganizationBody>;
export type OrganizationChange = Type.Static<typeof changeOrganizationBody>;
export type MemberRecord = Type.Static<typeof memberRecord>;
export type MemberPage = Type.Static<typeof memberPage>;
export type MemberQuery = Type.Static<typeof memberQuery>;
