import { dateToSerial, format, isDateFormat, parseDate, parseNumber } from 'numfmt';
import type { FieldMapping } from './types.ts';

/** A value as a mapping's Format asks for, and whether the format could be applied. */
export interface FormattedValue {
  text: string;
  applied: boolean;
  /** How the value was taken, where another country would take it for something else. */
  reading?: string;
}

type Formatter = (value: string) => FormattedValue;

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

function dateFormatter(pattern: string): Formatter {
  return (value) => {
    const serial = readDate(value);
    if (serial === null) return { text: value, applied: false };
    const formatted = applyPattern(pattern, serial, value);
    return isEitherDate(value.trim()) ? { ...formatted, reading: format('yyyy-mm-dd', serial) } : formatted;
  };
}

function applyPattern(pattern: string, number: number, value: string): FormattedValue {
  try {
    return { text: format(pattern, number), applied: true };
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
  if (plainNumber.test(text)) return finite(Number(text));
  if (commaNumber.test(text) && !/^[-+]?\d{1,3},\d{3}$/.test(text)) {
    return finite(Number(text.replace(/[.\s\u00a0\u202f']/g, '').replace(',', '.')));
  }
  const parsed = parseNumber(text);
  return typeof parsed?.value === 'number' ? finite(parsed.value) : null;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

const isoDate = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?/;
const hasYear = /\d{4}|[\p{L}\d]+[^\p{L}\d]+[\p{L}\d]+[^\p{L}\d]+\d/u;
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** A date as a spreadsheet's serial number. Clock and zone of the server play no part. */
function readDate(value: string): number | null {
  const text = value.trim();
  const iso = isoDate.exec(text);
  if (iso) return serialOf(iso.slice(1, 7).map((part) => Number(part ?? 0)));
  const european = dayFirst.exec(text);
  if (european) return serialOf([Number(european[3]), Number(european[2]), Number(european[1]), 0, 0, 0]);
  // A day without a year would take today's, and yesterday's documents would differ.
  const parsed = hasYear.test(text) ? parseDate(text) : undefined;
  return typeof parsed?.value === 'number' ? finite(parsed.value) : null;
}

function serialOf(parts: number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 24 || minute > 59) return null;
  return dateToSerial([year, month, day, hour, minute, second]) ?? null;
}
