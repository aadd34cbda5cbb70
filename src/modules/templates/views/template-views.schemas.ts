import Type from 'typebox';
import { nullable, oneOf, publicId } from '../../../http/schemas.ts';

const points = Type.Number({ description: 'Points' });
const strict = { additionalProperties: false };

export const fieldList = Type.Object(
  {
    pages: Type.Array(
      Type.Object({ page: Type.Integer({ minimum: 1 }), width: points, height: points }, strict),
      { description: 'Sizes as displayed' },
    ),
    fields: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Full name' }),
          type: oneOf(['text', 'checkbox', 'radio', 'choice', 'signature', 'button']),
          page: Type.Integer({ minimum: 1 }),
          x: points,
          y: points,
          width: points,
          height: points,
          options: Type.Array(Type.Object({ value: Type.String(), label: Type.String() }, strict)),
          maxLength: nullable(Type.Integer()),
          multiline: Type.Boolean(),
          required: Type.Boolean({ description: 'The form asks for a value' }),
          readOnly: Type.Boolean(),
          fontSize: nullable(Type.Number({ description: 'Points; null for automatic' })),
          mapped: Type.Boolean({ description: 'Saved mappings fill it' }),
        },
        strict,
      ),
      { description: 'One item a widget; places from the top left of the page as displayed' },
    ),
  },
  strict,
);
export type FieldList = Type.Static<typeof fieldList>;

export const pageParams = Type.Object({
  publicId: Type.String(),
  page: Type.String({ description: 'From 1' }),
});

export const previewBody = Type.Object(
  {
    row: Type.Record(Type.String(), Type.String(), {
      description: 'Column to text, as a spreadsheet shows it',
    }),
    flatten: Type.Optional(Type.Boolean({ description: 'Draw the values into the pages; default false' })),
  },
  strict,
);
export type PreviewBody = Type.Static<typeof previewBody>;

export const fileChanges = Type.Object(
  {
    missingFields: Type.Array(Type.String(), {
      description: 'Names in the mappings whose field or page the new file does not have',
    }),
    workflows: Type.Array(
      Type.Object(
        {
          workflowId: publicId('wrk'),
          nodeId: Type.String(),
          missingColumns: Type.Array(Type.String()),
        },
        strict,
      ),
      { description: 'Your own workflows that map columns which filled something before and no longer do' },
    ),
  },
  { ...strict, description: 'Only after a new file: what it no longer has' },
);
export type FileChanges = Type.Static<typeof fileChanges>;
