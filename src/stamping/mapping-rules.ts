/** The rule for each member of a field mapping. A member that is null counts as absent. */

/** Returns an error text for an invalid value, else null. */
type Rule = (value: unknown) => string | null;

const text: Rule = (value) => (typeof value === 'string' ? null : 'must be text');

const flag: Rule = (value) => (typeof value === 'boolean' ? null : 'must be true or false');

const oneOf =
  (...allowed: string[]): Rule =>
  (value) =>
    typeof value === 'string' && allowed.includes(value) ? null : `must be one of ${allowed.join(', ')}`;

const numberBetween =
  (low: number, high: number): Rule =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) && value >= low && value <= high
      ? null
      : `must be a number from ${low} to ${high}`;

const pageNumber: Rule = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 1_000_000
    ? null
    : 'must be a page number: 1 or more, without decimals';

/** The longest side a page can have, in points (ISO 32000-1, Annex C.2). */
const maxSide = 14_400;

const size: Rule = (value) =>
  numberBetween(0, maxSide)(value) === null && value !== 0
    ? null
    : `must be a number above 0 and up to ${maxSide}`;

export const mappingRules: Record<string, Rule> = {
  Alias: text,
  FieldType: oneOf('text', 'checkbox', 'radio', 'choice'),
  ValueType: oneOf('Dynamic', 'Static', 'Ignore'),
  ColumnHeader: text,
  StaticValue: text,
  FontFamily: text,
  FontSize: numberBetween(0, 1000),
  Align: oneOf('left', 'center', 'right'),
  Format: oneOf('Currency', 'Number', 'Date', 'Upper', 'Lower', 'Title'),
  FormatPattern: text,
  Default: text,
  Required: flag,
  Overflow: oneOf('shrink', 'wrap', 'clip', 'error'),
  Page: pageNumber,
  X: numberBetween(0, maxSide),
  Y: numberBetween(0, maxSide),
  Width: size,
  Height: size,
};
