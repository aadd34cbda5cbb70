import Type from 'typebox';
import { nullable, oneOf, publicId } from '../../../http/schemas.ts';

const points = Type.Number({ description: 'Points' });
const strict = { additionalProperties: false };

export const fieldList = Type.Object(
  {
    pages: Type.Array(
      Type.Object({ page: Type.Integer({ minimum: 1 }), width: points, height: points }, strict),
      { description: 'Sizes of the displayed pages' },
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
      { description: 'One item per widget. Positions are measured from the top left of the displayed page' },
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
      description: 'Column to text, as displayed in a spreadsheet',
    }),
    flatten: Type.Optional(Type.Boolean({ description: 'Draw the values into the pages; default false' })),
  },
  strict,
);
export type PreviewBody = Type.Static<typeof previewBody>;

export const fileChanges = Type.Object(
  {
    missingFields: Type.Array(Type.String(), {
      description: 'Names in the mappings whose field or page does not exist in the new file',
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
      { description: 'Your own workflows with columns that filled something before and no longer do' },
    ),
  },
  { ...strict, description: 'After a new file: mapped fields and columns that no longer exist' },
);
export type FileChanges = Type.Static<typeof fileChanges>;
