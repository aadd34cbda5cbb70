import { getLocale, isDateFormat, TOKEN_BREAK, TOKEN_LOCALE, TOKEN_SLASH, tokenize } from 'numfmt';

/**
 * A date's format code with the separators that people see. `/` stands for the one of the locale that a section names,
 * as in `[$-407]dd/mm/yyyy`, which is how spreadsheet programs store the German 01.03.2026 (ECMA-376 part 1, 18.8.31). Without a
 * locale it would be the machine's, and stays what it is.
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

/** `value` is `-407` or `-1010407`, whose last four digits are the language, or `-de-DE`. */
function separatorOf(value: string): string {
  const name = value.replace(/^-|,.*$/g, '');
  const known = getLocale(/^[\da-f]{3,}$/i.test(name) ? Number.parseInt(name.slice(-4), 16) : name);
  return known?.format?.dateSep ?? '/';
}
