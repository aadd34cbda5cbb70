import { isScalar, type JsonValue, printJson, scalarText } from './json-text.ts';

/** A decimal number: `digits` without zeros at either end, its value `0.digits` times ten to the power `exponent`. */
interface Decimal {
  sign: -1 | 0 | 1;
  digits: string;
  exponent: number;
}

const decimal = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,15}))?$/;

/** Reads numbers and numeric text digit by digit, so that long ones keep their value. Null for any other text. */
function parseDecimal(text: string): Decimal | null {
  const match = decimal.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', power = '0'] = match;
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first < 0) return { sign: 0, digits: '', exponent: 0 };
  const digits = trimZeros(all.slice(first));
  return { sign: sign === '-' ? -1 : 1, digits, exponent: whole.length - first + Number(power) };
}

/** In one pass; a pattern would look again at every zero. */
function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.exponent !== b.exponent) return a.sign * (a.exponent - b.exponent);
  // Digits of one length or not: the texts' own order is that of the fractions.
  return a.sign * (a.digits < b.digits ? -1 : Number(a.digits > b.digits));
}

/** Orders texts by code point, which for characters beyond U+FFFF is not the order of JavaScript. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue;
    // Where pairs differ in their second half only, the character begins one step before.
    const isWithinPair = at > 0 && isLead(a, at - 1) && (isTrail(a, at) || isTrail(b, at));
    const start = isWithinPair ? at - 1 : at;
    return (a.codePointAt(start) ?? 0) - (b.codePointAt(start) ?? 0);
  }
  return a.length - b.length;
}

function isLead(text: string, at: number): boolean {
  return text.charCodeAt(at) >= 0xd800 && text.charCodeAt(at) <= 0xdbff;
}

function isTrail(text: string, at: number): boolean {
  return text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff;
}

/** A value made ready to be compared, once for however many comparisons. */
export interface Comparable {
  text: string;
  number: Decimal | null;
}

/** Scalars as people read them, objects and lists as JSON. */
export function comparable(value: JsonValue): Comparable {
  const text = isScalar(value) ? scalarText(value) : printJson(value);
  return { text, number: parseDecimal(text) };
}

/**
 * Below, equal or above zero: numbers and numeric text as numbers, all else as text by code point (decisions,
 * section 5). Total, and linear in the length of both.
 */
export function compareValues(a: Comparable, b: Comparable): number {
  return a.number !== null && b.number !== null
    ? compareDecimals(a.number, b.number)
    : compareTexts(a.text, b.text);
}
