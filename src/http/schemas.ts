import Type, { type TSchema } from 'typebox';
import { type IdKind, publicIdPattern } from '../infra/public-id.ts';

/** A string that is one of these. */
export function oneOf<Values extends string[]>(values: readonly [...Values]) {
  return Type.Enum<Values>(values);
}

/** The value or null. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** A timestamp as the API shows it: UTC without a zone. */
export const timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
  description: 'UTC, without a zone',
  examples: ['2026-11-28T09:30:00'],
});

/**
 * One line of text, not blank, at most so many characters. The pattern is one that never goes back over what it has
 * read.
 */
export function line(maxLength: number) {
  return Type.String({ maxLength, pattern: '^ *[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$' });
}

/** A public id of this kind, in answers and bodies. */
export function publicId(kind: IdKind) {
  return Type.String({ pattern: publicIdPattern(kind) });
}

/** `{publicId}` in a path. Any text: what is not an id is unknown, and that is 404, not 400. */
export const publicIdParams = Type.Object({ publicId: Type.String() });
