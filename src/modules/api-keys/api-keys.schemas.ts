import Type from 'typebox';
import { INSTANT } from '../../http/calendar-patterns.ts';
import { line, nullable, oneOf, publicId, timestamp } from '../../http/schemas.ts';
import { apiKeyScopes } from './api-key.entity.ts';

const scopes = Type.Array(oneOf(apiKeyScopes), {
  minItems: 1,
  uniqueItems: true,
  description:
    'read: GET of templates, workflows, events, runs, documents and organizations. stamp: stamping, previews and checks. workflows: changes of workflows and their runs, and dry runs with a given payload; comparisons and the latest event also need read.',
});

export const createKeyBody = Type.Object(
  {
    name: line(100),
    scopes,
    expiresAt: Type.Optional(
      nullable(
        Type.String({
          pattern: INSTANT,
          description: 'UTC, in the future. Without it, the key does not expire.',
        }),
      ),
    ),
  },
  { additionalProperties: false },
);

/** An API key, for its owner. */
export const keyRecord = Type.Object(
  {
    keyId: publicId('key'),
    name: Type.String(),
    scopes,
    createdAt: timestamp,
    expiresAt: nullable(timestamp),
    lastUsedAt: Type.Union([timestamp, Type.Null()], { description: 'Accurate to about a minute' }),
  },
  { additionalProperties: false },
);

export const createKeyResponse = Type.Object(
  {
    ...keyRecord.properties,
    secret: Type.String({ description: 'Not shown again. Send it as `Authorization: Bearer`.' }),
  },
  { additionalProperties: false },
);

export const keyParams = Type.Object({ keyId: Type.String() });

export type KeyRecord = Type.Static<typeof keyRecord>;
export type NewKey = Type.Static<typeof createKeyBody>;
