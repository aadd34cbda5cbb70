import Type, { type TSchema } from 'typebox';
import { type IdKind, publicIdPattern } from '../infra/public-id.ts';

/** The schema of a string that is one of these. */
export function oneOf<Values extends string[]>(values: readonly [...Values]) {
  return Type.Enum<Values>(values);
}

/** The schema of a value or null. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** A timestamp in responses: UTC without a zone. */
export const timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
  description: 'UTC, without a time zone',
  examples: ['2026-11-28T09:30:00'],
});

/**
 * A format that rejects lone surrogates, which JSON can contain and the database cannot store. Not a pattern, because many
 * OpenAPI tools cannot read it.
 */
export const WELL_FORMED = 'well-formed';
/** White space within a line, for patterns. */
const SPACES = ' \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\ufeff';
/** Invisible characters and those that change the direction of text. */
const INVISIBLE =
  '\\u00ad\\u034f\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff';
/** Control characters and line breaks. */
const BREAKS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';
/** Matches without backtracking, so that a text of a megabyte is rejected in linear time. */
export const LINE = `^[${SPACES}${INVISIBLE}]*[^\\s${INVISIBLE}${BREAKS}][^${BREAKS}]*$`;
/** An e-mail address without a display name, white space, control or invisible characters. */
export const EMAIL = `^${addressPart()}@${addressPart()}$`;
/** An HTTP or HTTPS URL. */
export const WEB_ADDRESS = '^https?://[^\\s\\u0000-\\u001f]+$';
/** The search term of a list. */
const SEARCH_TERM = '^[^\\u0000]*$';
const LINES = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$';

function addressPart(): string {
  return `[^\\s@<>(),;:"\\\\\\x00-\\x1f\\x7f-\\x9f${INVISIBLE}]+`;
}

/** The schema of one line of text that is not blank. */
export function line(maxLength: number) {
  return Type.String({ maxLength, pattern: LINE, format: WELL_FORMED });
}

/** The schema of text with line breaks, which may be blank. */
export function lines(maxLength: number) {
  return Type.String({ maxLength, pattern: LINES, format: WELL_FORMED });
}

/** The schema of an optional search term. Every character is literal; case is ignored. */
export function searchText(description: string) {
  return Type.Optional(Type.String({ pattern: SEARCH_TERM, maxLength: 300, description }));
}

/** A public id of any kind. */
export const ANY_ID = '^[a-z]{3}_[0-9a-z]{26}$';

/** The message of a validation error, by pattern. */
export const textMessages: Readonly<Record<string, string>> = {
  [LINE]: 'must be one line of text and must not be blank',
  [EMAIL]: 'must be an e-mail address without a display name, such as name@example.com',
  [WEB_ADDRESS]: 'must be a URL that begins with http:// or https://',
  [SEARCH_TERM]: 'must not contain the character U+0000',
  [LINES]: 'must not contain control characters',
  [ANY_ID]: 'must be an id: three letters, an underscore and 26 characters',
  [publicIdPattern('usr')]: 'must be the id of an account: usr_ and 26 characters',
};

/** The schema of a public id of this kind. */
export function publicId(kind: IdKind) {
  return Type.String({ pattern: publicIdPattern(kind) });
}

/** `{publicId}` in a path. Any text, because an id that is not well-formed is 404, not 400. */
export const publicIdParams = Type.Object({ publicId: Type.String() });

/** The response of a request without data to return. `message` says that it is done. */
export const messageResponse = Type.Object({ message: Type.String() }, { additionalProperties: false });
