import Type from 'typebox';
import { line, nullable, publicId } from '../../http/schemas.ts';
import { userRecord } from '../admin/admin-users.schemas.ts';
import { planRecord } from './plan-record.ts';

const MAX_COUNT = 2_000_000_000;

/** Members that are not sent keep their value. */
export const planBody = Type.Object(
  {
    nickname: Type.Optional(nullable(line(100))),
    actionLimit: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: MAX_COUNT }), Type.Null()], {
        description: 'Stamped PDFs per calendar month (UTC); null means unlimited',
      }),
    ),
    requestsPerMinute: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()], {
        description:
          'Requests of the account a minute, for an organization of each member without a limit of their own; ' +
          'null: the general limit',
      }),
    ),
    mailsPerDay: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: MAX_COUNT }), Type.Null()], {
        description:
          'E-mails of the workflows of the account a day (UTC), one for each address; for an organization of each ' +
          'member without a limit of their own; null: the general limit',
      }),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);

export const userWithPlan = Type.Object(
  { ...userRecord.properties, plan: planRecord },
  { additionalProperties: false },
);

export const organizationWithPlan = Type.Object(
  { publicId: publicId('org'), name: Type.String(), plan: planRecord },
  { additionalProperties: false },
);

export type PlanChange = Type.Static<typeof planBody>;
export type UserWithPlan = Type.Static<typeof userWithPlan>;
export type OrganizationWithPlan = Type.Static<typeof organizationWithPlan>;
