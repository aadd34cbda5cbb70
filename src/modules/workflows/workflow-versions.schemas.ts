import Type from 'typebox';
import { pageOf, pageQuery } from '../../http/pagination.ts';
import { publicId, timestamp } from '../../http/schemas.ts';

const version = {
  number: Type.Integer({ description: 'From 1' }),
  isCurrent: Type.Boolean({ description: 'New events run on it' }),
  createdAt: timestamp,
  createdBy: Type.Object(
    { publicId: publicId('usr'), email: Type.String() },
    { additionalProperties: false },
  ),
};

export const versionPage = pageOf(Type.Object(version, { additionalProperties: false }));

export const versionRecord = Type.Object(
  { ...version, stepsJson: Type.String({ description: 'The graph as JSON text, as it was sent' }) },
  { additionalProperties: false },
);

export const versionQuery = Type.Object(pageQuery, { additionalProperties: false });

export type VersionPage = Type.Static<typeof versionPage>;
export type VersionRecord = Type.Static<typeof versionRecord>;
