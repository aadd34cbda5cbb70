import Type from 'typebox';
import { nullable, publicId } from '../../http/schemas.ts';
import type { Plan } from './plan.entity.ts';

export const planRecord = Type.Object(
  {
    publicId: publicId('sub'),
    nickname: nullable(Type.String()),
    actionLimit: nullable(Type.Integer()),
    requestsPerMinute: nullable(Type.Integer()),
  },
  { additionalProperties: false },
);

export type PlanRecord = Type.Static<typeof planRecord>;

/** A plan, for administrators. */
export function toPlanRecord(plan: Plan): PlanRecord {
  const { publicId, nickname = null, actionLimit = null, requestsPerMinute = null } = plan;
  return { publicId, nickname, actionLimit, requestsPerMinute };
}
