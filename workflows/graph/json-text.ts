/** A number whose digits JavaScript would change (`1.0`, 20 digits): JSON text that prints as it was sent. */
interface RawNumber {
  readonly rawJSON: string;
}

type JsonScalar = null | boolean | number | string | RawNumber;
export type JsonValue = JsonScalar | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** JSON.parse source text access (ECMAScript 2026), which TypeScript's library does not know yet. */
const json = JSON as unknown as {
  parse(
    text: string,
    reviver: (key: string, value: JsonValue, context: { source?: string }) => JsonValue,
  ): JsonValue;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
};

/** Only numbers with a fraction, an exponent, 16 digits or a minus zero can lose digits; most texts have none. */
const mayLoseDigits = /\d[.eE]|\d{16}|-0/;

/**
 * Parses JSON without losing a digit. Own keys such as `__proto__` are ordinary data.
 * @throws SyntaxError when `text` is not JSON.
 */
export function parseJson(text: string): JsonValue {
  if (!mayLoseDigits.test(text)) return JSON.parse(text) as JsonValue;
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? json.rawJSON(source)
      : value,
  );
}

/** The value as JSON text; numbers print with the digits that were sent. */
export function printJson(value: JsonValue): string {
  return JSON.stringify(value);
}

export function isRawNumber(value: unknown): value is RawNumber {
  return json.isRawJSON(value);
}

/** Whether the value is a JSON object: neither a list nor a number in disguise. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** Whether the value is neither an object nor a list. */
export function isScalar(value: JsonValue): value is JsonScalar {
  return !Array.isArray(value) && !isJsonObject(value);
}

/** A scalar as people read it: null is empty text, a number has the digits that were sent. */
export function scalarText(value: JsonScalar): string {
  if (value === null) return '';
  return isRawNumber(value) ? value.rawJSON : String(value);
}
