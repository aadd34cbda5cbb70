import Type from 'typebox';
import { LINE, nullable, publicId, timestamp } from '../../http/schemas.ts';
import { fileChanges } from './views/template-views.schemas.ts';

const flags = Type.String({
  pattern: '^S?M?O?$',
  description: 'S: ready to stamp; M: has saved mappings; O: shared through an organization',
});
const columns = Type.String({ description: 'Comma-separated; names with a comma or quote are quoted' });

export const templateItem = Type.Object(
  {
    publicId: publicId('tpl'),
    name: Type.String(),
    thumbPath: nullable(Type.String({ description: 'Name of the image of page 1' })),
    columns,
    flags,
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  { additionalProperties: false },
);
export type TemplateItem = Type.Static<typeof templateItem>;

export const templateRecord = Type.Object(
  {
    ...templateItem.properties,
    pdfPath: Type.String({ description: 'Name of the stored PDF' }),
    json: nullable(
      Type.String({
        description: 'The field mappings (see docs/use/mappings.md), byte for byte as they were sent',
      }),
    ),
    namingPattern: nullable(Type.String()),
    signed: Type.Boolean({ description: 'The PDF is signed: stamping invalidates its signatures' }),
  },
  { additionalProperties: false },
);
export type TemplateRecord = Type.Static<typeof templateRecord>;

/** The response to an update. `changes` is present after a new file. */
export const templateUpdated = Type.Object(
  { ...templateRecord.properties, changes: Type.Optional(fileChanges) },
  { additionalProperties: false },
);
export type TemplateUpdated = Type.Static<typeof templateUpdated>;

export const templateMetadata = Type.Object(
  {
    publicId: publicId('tpl'),
    name: Type.String(),
    columns,
    namingPattern: nullable(Type.String()),
    flags,
    pageCount: Type.Integer(),
    fieldCount: Type.Integer({ description: 'Fields, not widgets' }),
    updatedAt: timestamp,
  },
  { additionalProperties: false },
);
export type TemplateMetadata = Type.Static<typeof templateMetadata>;

export const templateDeleted = Type.Object({ message: Type.String() }, { additionalProperties: false });

/** Text fields of the update form. `withForm` checks them, `parseName` checks the pattern of the name. */
export const UPDATE_FIELDS = {
  name: { maxLength: 200, pattern: LINE },
  json: {},
  columns: {},
  namingPattern: { maxLength: 500 },
  organizationId: { maxLength: 64 },
} as const;

/** Text fields of the creation form. */
export const CREATE_FIELDS = {
  ...UPDATE_FIELDS,
  name: { maxLength: 200, pattern: LINE, required: true },
} as const;
