import { dateToSerial, format, isDateFormat, parseDate, parseNumber } from 'numfmt';
import { withAllDigits } from '../tables/xlsx/general-number.ts';
import { withDateSeparators } from '../tables/xlsx/locale.ts';
import type { FieldMapping } from './types.ts';

/** A value as a mapping's Format asks for, and whether the format could be applied. */
export interface FormattedValue {
  text: string;
  applied: boolean;
  /** How the value was taken, where another country would take it for something else. */
  reading?: string;
}

/** `day` is the day that the cell holds, in ISO 8601, where it is more than the value tells. */
type Formatter = (value: string, day?: string) => FormattedValue;

const defaultPatterns = { Currency: '#,##0.00', Number: 'General', Date: 'yyyy-mm-dd' } as const;

/** The formatter of a mapping, or null when its values stay as they are. A blank value stays blank. */
export function createFormatter(mapping: FieldMapping): Formatter | null {
  const { Format, FormatPattern } = mapping;
  switch (Format) {
    case 'Upper':
      return (value) => ({ text: value.toUpperCase(), applied: true });
    case 'Lower':
      return (value) => ({ text: value.toLowerCase(), applied: true });
    case 'Title':
      return (value) => ({ text: titleCase(value), applied: true });
    case 'Currency':
      return numberFormatter(FormatPattern || defaultPatterns.Currency, isEitherAmount);
    case 'Number':
      return numberFormatter(FormatPattern || defaultPatterns.Number);
    case 'Date':
      return dateFormatter(FormatPattern || defaultPatterns.Date);
    default:
      if (!FormatPattern) return null;
      return isDateFormat(FormatPattern) ? dateFormatter(FormatPattern) : numberFormatter(FormatPattern);
  }
}

/** First letter of each word in upper case; apostrophes do not start a word. */
function titleCase(value: string): string {
  return value
    .toLowerCase()
    .replace(
      /(^|[^\p{L}\p{M}\p{N}'’])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

function numberFormatter(pattern: string, isEither = isEitherNumber): Formatter {
  return (value) => {
    const number = readNumber(value);
    if (number === null) return { text: value, applied: false };
    const formatted = applyPattern(pattern, number, value);
    return isEither.test(value.trim()) ? { ...formatted, reading: String(number) } : formatted;
  };
}

function dateFormatter(given: string): Formatter {
  const pattern = withDateSeparators(given);
  return (value, day) => {
    const serial = readDate(day ?? value);
    if (serial === null) return { text: value, applied: false };
    const formatted = applyPattern(pattern, serial, value);
    return day === undefined && isEitherDate(value.trim())
      ? { ...formatted, reading: format('yyyy-mm-dd', serial) }
      : formatted;
  };
}

function applyPattern(pattern: string, number: number, value: string): FormattedValue {
  try {
    const shown = format(pattern, number, { nbsp: false });
    // Padding beside the text keeps a column straight; it is no part of the value.
    const text = (/general/i.test(pattern) ? withAllDigits(shown, Math.abs(number)) : shown).trim();
    return { text, applied: true };
  } catch {
    return { text: value, applied: false };
  }
}

/** 1,234: a thousand here, hardly more than one there. With a point it is a plain number and means one thing. */
const isEitherNumber = /^[-+]?[1-9]\d{0,2},\d{3}$/;
/** An amount has no third decimal, so that 1.234 may well be the thousand of half of Europe. */
const isEitherAmount = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/;
const slashedDate = /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/;

/** 01/02/2026: January here, February there. */
function isEitherDate(text: string): boolean {
  const [, first, second] = slashedDate.exec(text) ?? [];
  if (first === undefined || second === undefined || Number(first) === Number(second)) return false;
  return Number(first) <= 12 && Number(second) <= 12;
}

const plainNumber = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
/** 1.234.567,89 and 1234,5: a decimal comma, as half of Europe writes it. */
const commaNumber = /^[-+]?(?:\d{1,3}(?:[.\s\u00a0\u202f']\d{3})+|\d+),\d+$/;

function readNumber(value: string): number | null {
  const text = value.trim();
  if (plainNumber.test(text)) return exact(Number(text));
  if (commaNumber.test(text) && !/^[-+]?\d{1,3},\d{3}$/.test(text)) {
    return exact(Number(text.replace(/[.\s\u00a0\u202f']/g, '').replace(',', '.')));
  }
  const parsed = parseNumber(text);
  return typeof parsed?.value === 'number' ? exact(parsed.value) : null;
}

/** From here on not every digit is kept, and a wrong one is worse than none of the format. */
const tooManyDigits = 1e15;

function exact(value: number): number | null {
  return Math.abs(value) < tooManyDigits ? value : null;
}

/** A time of day, and a zone, which changes nothing: the day and the clock that stand there count. */
const clock = String.raw`(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:z|utc|gmt|[+-]\d\d(?::?\d\d)?)?|z|[+-]\d\d:\d\d)?$`;
const isoDate = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${clock}`, 'i');
const dayFirst = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${clock}`, 'i');
const hasYear = /\d{4}|[\p{L}\d]+[^\p{L}\d]+[\p{L}\d]+[^\p{L}\d]+\d/u;

/** A date as a spreadsheet's serial number. Clock and zone of the server play no part. */
function readDate(value: string): number | null {
  const text = value.trim();
  const iso = isoDate.exec(text)?.slice(1);
  if (iso) return serialOf(iso.map((part) => Number(part ?? 0)));
  const european = dayFirst.exec(text)?.slice(1);
  if (european) {
    const [day, month, year, ...time] = european.map((part) => Number(part ?? 0));
    return serialOf([year ?? 0, month ?? 0, day ?? 0, ...time]);
  }
  // A day without a year would take today's, and yesterday's documents would differ.
  const parsed = hasYear.test(text) ? parseDate(text) : undefined;
  return typeof parsed?.value === 'number' ? parsed.value : null;
}

/** The serial number of a date and time of day, or null: serials count from 1900, earlier days have none. */
function serialOf(parts: number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  if (minute > 59 || second > 59 || hour * 3600 + minute * 60 + second > 86_400) return null;
  return dateToSerial([year, month, day, hour, minute, second]) ?? null;
}
