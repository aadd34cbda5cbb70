import Type from 'typebox';
import { pageOf, pageQuery } from '../../http/pagination.ts';
import { ANY_ID, nullable, oneOf, publicId, timestamp } from '../../http/schemas.ts';
import { timeRangeQuery } from '../../http/time-range.ts';
import { auditActions } from './audit-entry.entity.ts';

const value = Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Type.Null()]);

const auditItem = Type.Object(
  {
    sequence: Type.Integer({ description: 'Increases with every entry' }),
    at: timestamp,
    action: oneOf(auditActions),
    actor: Type.Object({
      publicId: nullable(publicId('usr')),
      email: Type.String({
        description: 'At that time. Without a publicId, the name of the operator who used `npm run admin`.',
      }),
    }),
    target: Type.Object({
      publicId: Type.String(),
      name: Type.String({
        description: 'At that time: the address of an account, or the name of an organization',
      }),
    }),
    changes: nullable(Type.Record(Type.String(), Type.Object({ from: value, to: value }))),
    ip: Type.String(),
    userAgent: nullable(Type.String()),
    requestId: Type.String(),
  },
  { additionalProperties: false },
);

export const auditPage = pageOf(auditItem);

export const auditQuery = Type.Object(
  {
    ...pageQuery,
    actor: Type.Optional(publicId('usr')),
    target: Type.Optional(Type.String({ pattern: ANY_ID })),
    action: Type.Optional(oneOf(auditActions)),
    ...timeRangeQuery,
  },
  { additionalProperties: false },
);

export type AuditItem = Type.Static<typeof auditItem>;
export type AuditPage = Type.Static<typeof auditPage>;
export type AuditQuery = Type.Static<typeof auditQuery>;
