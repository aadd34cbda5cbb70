import Type from 'typebox';
import { oneOf } from '../../../http/schemas.ts';
import { timeRangeQuery } from '../../../http/time-range.ts';
import { runStatuses } from '../../runs/run.entity.ts';

export const archiveQuery = Type.Object(
  { ...timeRangeQuery, status: Type.Optional(oneOf(runStatuses)) },
  { additionalProperties: false },
);

export type ArchiveQuery = Type.Static<typeof archiveQuery>;
