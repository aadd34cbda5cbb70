import { getLocale, isDateFormat, TOKEN_BREAK, TOKEN_LOCALE, TOKEN_SLASH, tokenize } from 'numfmt';

/**
 * Replaces `/` in the format code of a date by the date separator of its locale. Spreadsheet programs store the German
 * format of 01.03.2026 as `[$-407]dd/mm/yyyy` (ECMA-376 part 1, 18.8.31). Without a locale, `/` means the separator of
 * the machine; it is not changed.
 */
export function withDateSeparators(code: string): string {
  if (!code.includes('/') || !isDateFormat(code)) return code;
  let separator = '/';
  const pieces = tokenize(code).map(({ type, value, raw }) => {
    if (type === TOKEN_BREAK) separator = '/';
    if (type === TOKEN_LOCALE) separator = separatorOf(value);
    return type === TOKEN_SLASH ? `\\${separator}` : raw;
  });
  return pieces.join('');
}

/** `value` is `-407`, `-1010407` (the last four digits are the language) or `-de-DE`. */
function separatorOf(value: string): string {
  const name = value.replace(/^-|,.*$/g, '');
  const known = getLocale(/^[\da-f]{3,}$/i.test(name) ? Number.parseInt(name.slice(-4), 16) : name);
  return known?.format?.dateSep ?? '/';
}

/** Some versions of Excel write a name before the language, as in `[ENG][$-409]d-mmm-yy`. It is not displayed. */
const LANGUAGE_NAME = /\[[A-Z]{3}\](?=\[\$-)/g;
const LANGUAGE_ID = /\[\$-([\da-f]{3,8})\]/gi;

/**
 * Rewrites the languages of a number format code to ones that the formatter supports. An unsupported region or form of a
 * language (`[$-FC19]`, a form of Russian) becomes the language itself (MS-LCID, section 2.1).
 */
export function withSupportedLanguage(code: string): string {
  return code.replace(LANGUAGE_NAME, '').replace(LANGUAGE_ID, (given, id: string) => {
    const region = Number.parseInt(id.slice(-4), 16);
    const language = 0x400 | (region & 0x3ff);
    if (getLocale(region) !== undefined || getLocale(language) === undefined) return given;
    return `[$-${language.toString(16)}]`;
  });
}
