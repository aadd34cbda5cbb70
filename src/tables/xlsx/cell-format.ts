import { format, getFormatDateInfo, getFormatFromId, isDateFormat, isValidFormat } from 'numfmt';
import { formatGeneral, withAllDigits } from './general-number.ts';
import { withDateSeparators, withSupportedLanguage } from './locale.ts';
import type { CellStyle } from './styles.ts';

/** Converts the values of cells with one style to the text that a spreadsheet program displays. */
export interface CellFormat {
  /** `raw` is the number as the file holds it. */
  number(raw: string): string;
  text(value: string): string;
  /** `raw` is an ISO 8601 date or date and time (cells of type `d`, ECMA-376 part 1, 18.18.11). */
  isoDate(raw: string): string;
  /** The day in ISO 8601 (`CellDate.text`) of a number displayed as a date; null if it is no date or already displayed in ISO 8601. */
  day(raw: string): string | null;
  /** As `day`, for the argument of `isoDate`. */
  isoDay(raw: string): string | null;
}

const DATE = 'yyyy-mm-dd';
const DATE_TIME = 'yyyy-mm-dd hh:mm';
const DATE_TIME_SECONDS = 'yyyy-mm-dd hh:mm:ss';
/**
 * Built-in formats that depend on the region of the machine: 14 and the East Asian dates, and 22 with a time of day. A
 * document must not depend on the machine, so they become ISO 8601.
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
/** Values repeat in a column. This number of results is cached for each style. */
const CACHE_SIZE = 4096;

const general: CellFormat = {
  number: formatGeneral,
  text: (value) => value,
  isoDate: (raw) => formatIso(DATE, raw),
  day: () => null,
  isoDay: () => null,
};

/** Prepares the number formats of a workbook's cell styles. The result does not depend on the locale of the server. */
export function createCellFormats(styles: readonly CellStyle[], date1904: boolean): CellFormat[] {
  return styles.map((style) => createCellFormat(style, date1904));
}

/** For cells without a style, and for references to a style that does not exist. */
export const GENERAL_FORMAT: CellFormat = general;

function createCellFormat(style: CellStyle, date1904: boolean): CellFormat {
  const given = REGIONAL_FORMATS.get(style.formatId) ?? style.formatCode ?? builtInCode(style.formatId);
  const code = given === null ? null : withDateSeparators(dropNumberLocale(withSupportedLanguage(given)));
  if (code === null || code.toLowerCase() === 'general' || code === '@' || !isValidFormat(code))
    return general;
  const isDate = isDateFormat(code);
  // A duration such as [h]:mm has no epoch.
  const shift = date1904 && isDate && !ELAPSED_TIME.test(code) ? DAYS_1900_TO_1904 : 0;
  const changesText = code.includes('@') || code.split(';').length > 3;
  const hasGeneralPart = /general/i.test(code);
  const dayCode = isDate ? codeOfDay(code) : null;
  const show = (raw: string): string => {
    const value = Number(raw) + shift;
    if (!Number.isFinite(value)) return raw;
    // Not a date. Spreadsheet programs display hashes.
    if (isDate && value < 0) return formatGeneral(raw);
    const shown = format(code, value, OPTIONS).trim();
    // A date out of range is formatted as hashes. Return the number instead.
    if (/^#+$/.test(shown)) return formatGeneral(raw);
    return hasGeneralPart ? withAllDigits(shown, Math.abs(value)) : shown;
  };
  const dayOf = (serial: number, shown: string): string | null =>
    dayCode === null || !(serial >= 1) || ISO_DAY.test(shown) ? null : dayText(dayCode, serial);
  const isoDate = (raw: string) => formatIso(isDate ? code : DATE, raw);
  const number = memoize(show);
  return {
    number,
    day: dayCode === null ? () => null : memoize((raw) => dayOf(Number(raw) + shift, number(raw))),
    text(value) {
      if (!changesText) return value;
      const shown = format(code, value, OPTIONS);
      // White space from the format aligns the column and is not part of the value.
      return shown.trim() === value.trim() ? value : shown;
    },
    isoDate,
    isoDay: (raw) => dayOf(serialOf(raw) ?? 0, isoDate(raw)),
  };
}

function memoize<Result>(work: (raw: string) => Result): (raw: string) => Result {
  const before = new Map<string, Result>();
  return (raw) => {
    const known = before.get(raw);
    if (known !== undefined) return known;
    const result = work(raw);
    if (before.size >= CACHE_SIZE) before.clear();
    before.set(raw, result);
    return result;
  };
}

/** The ISO 8601 format for a format that displays a day or a part of it, with its time of day; null for other formats. */
function codeOfDay(code: string): string | null {
  const { year, day, hours, seconds } = getFormatDateInfo(code);
  if (!(year || day)) return null;
  return hours || seconds ? DATE_TIME_SECONDS : DATE;
}

/** Null for a day that does not exist. */
function dayText(code: string, serial: number): string | null {
  const text = format(code, serial, OPTIONS);
  return ISO_DAY.test(text) ? text : null;
}

/**
 * Removes the locale of a currency, as in `[$€-407]`. It only defines the symbol: spreadsheet programs use the same
 * separators in all cells. The locale of a date is kept, because it defines names and separators.
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
  if (serial < 1) return localTimeOf(raw).replace(/T00:00(?::00(?:\.0+)?)?$/, '');
  return format(code === DATE && serial % 1 !== 0 ? DATE_TIME : code, serial, OPTIONS);
}

/** The serial number of an ISO 8601 date in a workbook that counts from 1900; null if it is not a date. */
function serialOf(raw: string): number | null {
  const time = Date.parse(raw.includes('T') ? `${localTimeOf(raw)}Z` : raw);
  if (Number.isNaN(time)) return null;
  const days = (time - SERIAL_ZERO) / MS_PER_DAY;
  // Serial 60 is 29 February 1900, which did not exist (18.17.4.1). Earlier days are one less.
  return days < 61 ? days - 1 : days;
}

/** Removes the time zone: a cell means the written day and time. */
function localTimeOf(raw: string): string {
  return raw.includes('T') ? raw.replace(/(?:z|[+-]\d\d:?\d\d)$/i, '') : raw;
}
