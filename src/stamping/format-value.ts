import { dateToSerial, format, isDateFormat, parseDate, parseNumber } from 'numfmt';
import { withAllDigits } from '../tables/xlsx/general-number.ts';
import { withDateSeparators } from '../tables/xlsx/locale.ts';
import type { FieldMapping } from './types.ts';

/** A formatted value, and whether the format could be applied. */
interface FormattedValue {
  text: string;
  applied: boolean;
  /** For an ambiguous value: how it was interpreted. */
  reading?: string;
}

/** `day` is the cell's date in ISO 8601, when the value shows only a part of it. */
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

/** The first letter of each word in upper case. An apostrophe does not start a word. */
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
    // Some number formats add spaces for alignment, which are not part of the value.
    const text = (/general/i.test(pattern) ? withAllDigits(shown, Math.abs(number)) : shown).trim();
    return { text, applied: true };
  } catch {
    return { text: value, applied: false };
  }
}

/** For example 1,234: 1234 in some countries, 1.234 in others. With a point it is a plain number and not ambiguous. */
const isEitherNumber = /^[-+]?[1-9]\d{0,2},\d{3}$/;
/** For example 1.234: an amount has no third decimal, so the point can be a thousands separator. */
const isEitherAmount = /^[-+]?[1-9]\d{0,2}[.,]\d{3}$/;
const slashedDate = /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/;

/** For example 01/02/2026: 2 January in some countries, 1 February in others. */
function isEitherDate(text: string): boolean {
  const [, first, second] = slashedDate.exec(text) ?? [];
  if (first === undefined || second === undefined || Number(first) === Number(second)) return false;
  return Number(first) <= 12 && Number(second) <= 12;
}

const plainNumber = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
/** 1.234.567,89 and 1234,5: a decimal comma, as in much of Europe. */
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

/** From here on a number cannot represent every digit. The value stays unformatted instead of showing a wrong digit. */
const tooManyDigits = 1e15;

function exact(value: number): number | null {
  return Math.abs(value) < tooManyDigits ? value : null;
}

/** A time of day and a time zone. The zone is ignored: date and time are used as written. */
const clock = String.raw`(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:z|utc|gmt|[+-]\d\d(?::?\d\d)?)?|z|[+-]\d\d:\d\d)?$`;
const isoDate = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${clock}`, 'i');
const dayFirst = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4})${clock}`, 'i');
const hasYear = /\d{4}|[\p{L}\d]+[^\p{L}\d]+[\p{L}\d]+[^\p{L}\d]+\d/u;

/** A date as a spreadsheet's serial number, independent of the server's clock and time zone. */
function readDate(value: string): number | null {
  const text = value.trim();
  const iso = isoDate.exec(text)?.slice(1);
  if (iso) return serialOf(iso.map((part) => Number(part ?? 0)));
  const european = dayFirst.exec(text)?.slice(1);
  if (european) {
    const [day, month, year, ...time] = european.map((part) => Number(part ?? 0));
    return serialOf([year ?? 0, month ?? 0, day ?? 0, ...time]);
  }
  // A date without a year would get the current one, so that the same row would give another document next year.
  const parsed = hasYear.test(text) ? parseDate(text) : undefined;
  return typeof parsed?.value === 'number' ? parsed.value : null;
}

/** The serial number of a date and time of day; null before 1900, where serial numbers start. */
function serialOf(parts: number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  if (minute > 59 || second > 59 || hour * 3600 + minute * 60 + second > 86_400) return null;
  return dateToSerial([year, month, day, hour, minute, second]) ?? null;
}
