import Type from 'typebox';
import { nullable, publicId } from '../../http/schemas.ts';
import type { Plan } from './plan.entity.ts';

export const planRecord = Type.Object(
  {
    publicId: publicId('sub'),
    nickname: nullable(Type.String()),
    actionLimit: nullable(Type.Integer()),
    requestsPerMinute: nullable(Type.Integer()),
    mailsPerDay: nullable(Type.Integer()),
  },
  { additionalProperties: false },
);

export type PlanRecord = Type.Static<typeof planRecord>;

/** A plan, for administrators. */
export function toPlanRecord(plan: Plan): PlanRecord {
  const { publicId, nickname, actionLimit, requestsPerMinute, mailsPerDay } = plan;
  return {
    publicId,
    nickname: nickname ?? null,
    actionLimit: actionLimit ?? null,
    requestsPerMinute: requestsPerMinute ?? null,
    mailsPerDay: mailsPerDay ?? null,
  };
}
