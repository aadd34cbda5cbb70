import { format, getFormatDateInfo, getFormatFromId, isDateFormat, isValidFormat } from 'numfmt';
import { withDateSeparators } from './date-separators.ts';
import { formatGeneral, withAllDigits } from './general-number.ts';
import { withKnownLanguage } from './known-language.ts';
import type { CellStyle } from './styles.ts';

/** How cells of one style turn into text. */
export interface CellFormat {
  /** `raw` is the number as the file holds it. */
  number(raw: string): string;
  text(value: string): string;
  /** `raw` is an ISO 8601 date or date and time (cells of type `d`, ECMA-376 part 1, 18.18.11). */
  isoDate(raw: string): string;
  /** The day in ISO 8601 (`CellDate.text`) of a number that shows as one; null when it does not, or shows just so. */
  day(raw: string): string | null;
  /** The same of what `isoDate` takes. */
  isoDay(raw: string): string | null;
}

const DATE = 'yyyy-mm-dd';
const DATE_TIME = 'yyyy-mm-dd hh:mm';
const DATE_TIME_SECONDS = 'yyyy-mm-dd hh:mm:ss';
/**
 * Built-in formats whose look depends on the machine's region. A document must not depend on it, so they are
 * written the ISO way: 14 and the East Asian dates, and 22 with its time of day.
 */
const REGIONAL_FORMATS = new Map<number, string>([
  [14, DATE],
  [22, DATE_TIME],
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id): [number, string] => [id, DATE]),
]);
/** Days between the two epochs (ECMA-376 part 1, 18.17.4.1). */
const DAYS_1900_TO_1904 = 1462;
/** Hours, minutes or seconds beyond a day, a minute or an hour (ECMA-376 part 1, 18.8.31). */
const ELAPSED_TIME = /\[(?:h+|m+|s+)\]/i;
const MS_PER_DAY = 86_400_000;
/** 30 December 1899: the day whose serial is 0 from March 1900 on. */
const SERIAL_ZERO = Date.UTC(1899, 11, 30);
const ISO_DAY = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?$/;
const OPTIONS = { nbsp: false } as const;
/** Dates and amounts repeat down a column; what was made of one is kept, up to so many numbers a style. */
const MEMORY_SIZE = 4096;

const general: CellFormat = {
  number: formatGeneral,
  text: (value) => value,
  isoDate: (raw) => formatIso(DATE, raw),
  day: () => null,
  isoDay: () => null,
};

/** Prepares the number formats of a workbook's cell styles; what a person would see, whatever the server's locale. */
export function createCellFormats(styles: readonly CellStyle[], date1904: boolean): CellFormat[] {
  return styles.map((style) => createCellFormat(style, date1904));
}

/** For cells without a style, and for numbers of style references that lead nowhere. */
export const GENERAL_FORMAT: CellFormat = general;

function createCellFormat(style: CellStyle, date1904: boolean): CellFormat {
  const given = REGIONAL_FORMATS.get(style.formatId) ?? style.formatCode ?? builtInCode(style.formatId);
  const code = given === null ? null : withDateSeparators(dropNumberLocale(withKnownLanguage(given)));
  if (code === null || code.toLowerCase() === 'general' || code === '@' || !isValidFormat(code))
    return general;
  const isDate = isDateFormat(code);
  // A span of time, such as [h]:mm, counts from nothing and knows no epoch.
  const shift = date1904 && isDate && !ELAPSED_TIME.test(code) ? DAYS_1900_TO_1904 : 0;
  const changesText = code.includes('@') || code.split(';').length > 3;
  const hasGeneralPart = /general/i.test(code);
  const dayCode = isDate ? codeOfDay(code) : null;
  const show = (raw: string): string => {
    const value = Number(raw) + shift;
    if (!Number.isFinite(value)) return raw;
    // No calendar has it; spreadsheet programs show hashes.
    if (isDate && value < 0) return formatGeneral(raw);
    const shown = format(code, value, OPTIONS).trim();
    // A date out of range shows as a row of hashes; the number says more.
    if (/^#+$/.test(shown)) return formatGeneral(raw);
    return hasGeneralPart ? withAllDigits(shown, Math.abs(value)) : shown;
  };
  const dayOf = (serial: number, shown: string): string | null =>
    dayCode === null || !(serial >= 1) || ISO_DAY.test(shown) ? null : dayText(dayCode, serial);
  const isoDate = (raw: string) => formatIso(isDate ? code : DATE, raw);
  const number = remembering(show);
  return {
    number,
    day: dayCode === null ? () => null : remembering((raw) => dayOf(Number(raw) + shift, number(raw))),
    text(value) {
      if (!changesText) return value;
      const shown = format(code, value, OPTIONS);
      // Padding beside the text keeps a column straight; it is no part of the value.
      return shown.trim() === value.trim() ? value : shown;
    },
    isoDate,
    isoDay: (raw) => dayOf(serialOf(raw) ?? 0, isoDate(raw)),
  };
}

function remembering<Result>(work: (raw: string) => Result): (raw: string) => Result {
  const before = new Map<string, Result>();
  return (raw) => {
    const known = before.get(raw);
    if (known !== undefined) return known;
    const result = work(raw);
    if (before.size >= MEMORY_SIZE) before.clear();
    before.set(raw, result);
    return result;
  };
}

/** What writes the day that a format shows, or a part of it, with the time of day where it shows one; null for others. */
function codeOfDay(code: string): string | null {
  const { year, day, hours, seconds } = getFormatDateInfo(code);
  if (!(year || day)) return null;
  return hours || seconds ? DATE_TIME_SECONDS : DATE;
}

/** Null for a day that no calendar has. */
function dayText(code: string, serial: number): string | null {
  const text = format(code, serial, OPTIONS);
  return ISO_DAY.test(text) ? text : null;
}

/**
 * A currency's locale, as in `[$€-407]`, names its symbol; the separators a person sees are those of the program,
 * the same in every cell. Dates keep theirs, which gives the names of months and days, and what stands between numbers.
 */
function dropNumberLocale(code: string): string {
  if (!isValidFormat(code) || isDateFormat(code)) return code;
  return code.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, symbol: string) =>
    symbol === '' ? '' : `[$${symbol}]`,
  );
}

function builtInCode(id: number): string | null {
  const code = getFormatFromId(id);
  return typeof code === 'string' ? code : null;
}

function formatIso(code: string, raw: string): string {
  const serial = serialOf(raw);
  if (serial === null) return raw;
  if (serial < 1) return wallOf(raw).replace(/T00:00(?::00(?:\.0+)?)?$/, '');
  return format(code === DATE && serial % 1 !== 0 ? DATE_TIME : code, serial, OPTIONS);
}

/** The number of a date and time of day in a workbook that counts from 1900; null for what is none. */
function serialOf(raw: string): number | null {
  const time = Date.parse(raw.includes('T') ? `${wallOf(raw)}Z` : raw);
  if (Number.isNaN(time)) return null;
  const days = (time - SERIAL_ZERO) / MS_PER_DAY;
  // Serial 60 is a 29 February 1900 that never was (18.17.4.1), so days before it are one less.
  return days < 61 ? days - 1 : days;
}

/** A date is the day and clock that stand there, whatever zone follows. */
function wallOf(raw: string): string {
  return raw.includes('T') ? raw.replace(/(?:z|[+-]\d\d:?\d\d)$/i, '') : raw;
}
