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
/** White space within a line, for patterns. */
const SPACES = ' \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\ufeff';
/** Characters that nobody sees, and those that turn the direction of what follows. */
const INVISIBLE =
  '\\u00ad\\u034f\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff';
/** Control characters and all that ends a line. */
const BREAKS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';
/** It never goes back over what it has read: a text of a megabyte is refused as fast as it is read. */
export const LINE = `^[${SPACES}${INVISIBLE}]*[^\\s${INVISIBLE}${BREAKS}][^${BREAKS}]*$`;
/** A plain address: no white space, control or invisible characters, no display name. */
export const EMAIL = `^${addressPart()}@${addressPart()}$`;
/** An address of the web. */
export const WEB_ADDRESS = '^https?://[^\\s\\u0000-\\u001f]+$';
/** What a list is searched for. */
const SEARCHED = '^[^\\u0000]*$';
const LINES = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$';

function addressPart(): string {
  return `[^\\s@<>(),;:"\\\\\\x00-\\x1f\\x7f-\\x9f${INVISIBLE}]+`;
}

/** One line of text, not blank, at most so many characters. */
export function line(maxLength: number) {
  return Type.String({ maxLength, pattern: LINE, format: WELL_FORMED });
}

/** Text of several lines, which may be blank. */
export function lines(maxLength: number) {
  return Type.String({ maxLength, pattern: LINES, format: WELL_FORMED });
}

/** Text to search a list for, in a query string: every character stands for itself, case aside. */
export function searchText(description: string) {
  return Type.Optional(Type.String({ pattern: SEARCHED, maxLength: 300, description }));
}

/** An id of any kind, to search by. */
export const ANY_ID = '^[a-z]{3}_[0-9a-z]{26}$';

/** What a refusal says in place of these patterns. */
export const textMessages: Readonly<Record<string, string>> = {
  [LINE]: 'must be one line of text that is not blank',
  [EMAIL]: 'must be a plain e-mail address, such as name@example.com',
  [WEB_ADDRESS]: 'must be a web address that begins with http:// or https://',
  [SEARCHED]: 'must not hold the character U+0000',
  [LINES]: 'must be text without control characters',
  [ANY_ID]: 'must be an id: three letters, _ and 26 characters',
  [publicIdPattern('usr')]: 'must be the id of an account: usr_ and 26 characters',
};

/** A public id of this kind, in answers and bodies. */
export function publicId(kind: IdKind) {
  return Type.String({ pattern: publicIdPattern(kind) });
}

/** `{publicId}` in a path. Any text: what is not an id is unknown, and that is 404, not 400. */
export const publicIdParams = Type.Object({ publicId: Type.String() });

/** The response of a request that has no data to return: what was done, in words. */
export const messageResponse = Type.Object({ message: Type.String() }, { additionalProperties: false });
