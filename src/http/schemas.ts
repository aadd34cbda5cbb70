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
 * A format: no half of a surrogate pair. JSON can carry one, and it is no text that could be kept. As a pattern, tools
 * that read the description would stumble over it.
 */
export const WELL_FORMED = 'well-formed';
/** White space that is no control character, for patterns. */
export const SPACES = ' \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
/** It never goes back over what it has read: a text of a megabyte is refused as fast as it is read. */
const LINE = `^[${SPACES}]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$`;
const LINES = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$';

/** One line of text, not blank, at most so many characters. */
export function line(maxLength: number) {
  return Type.String({ maxLength, pattern: LINE, format: WELL_FORMED });
}

/** Text of several lines, which may be blank. */
export function lines(maxLength: number) {
  return Type.String({ maxLength, pattern: LINES, format: WELL_FORMED });
}

/** What a refusal says in place of these patterns. */
export const textMessages: Readonly<Record<string, string>> = {
  [LINE]: 'must be one line of text that is not blank',
  [LINES]: 'must be text without control characters',
};

/** A public id of this kind, in answers and bodies. */
export function publicId(kind: IdKind) {
  return Type.String({ pattern: publicIdPattern(kind) });
}

/** `{publicId}` in a path. Any text: what is not an id is unknown, and that is 404, not 400. */
export const publicIdParams = Type.Object({ publicId: Type.String() });
