import { getLocale } from 'numfmt';

/** Said by some versions of Excel ahead of a language, as in `[ENG][$-409]d-mmm-yy`, and shown as nothing. */
const LANGUAGE_NAME = /\[[A-Z]{3}\](?=\[\$-)/g;
const LANGUAGE_ID = /\[\$-([\da-f]{3,8})\]/gi;

/**
 * A number format code that names its language in a way the formatter knows. A region or form of a language that it
 * does not know (`[$-FC19]`, Russian as within a date) gives way to the language itself (MS-LCID, section 2.1).
 */
export function withKnownLanguage(code: string): string {
  return code.replace(LANGUAGE_NAME, '').replace(LANGUAGE_ID, (given, id: string) => {
    const region = Number.parseInt(id.slice(-4), 16);
    const language = 0x400 | (region & 0x3ff);
    if (getLocale(region) !== undefined || getLocale(language) === undefined) return given;
    return `[$-${language.toString(16)}]`;
  });
}
