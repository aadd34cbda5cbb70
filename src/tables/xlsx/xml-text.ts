import { TableError } from '../table-error.ts';

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-zA-Z]+));|&/g;
/** ECMA-376 part 1, 22.9.2.19 (ST_Xstring): `_x000D_` escapes a character that XML does not allow. */
const ESCAPED_CHARACTER = /_x([0-9a-fA-F]{4})_/g;

/** Resolves references and normalizes line ends to `\n` (XML 1.0, sections 4.6 and 2.11). Throws TableError. */
export function decodeXmlText(raw: string): string {
  const lines = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  if (!lines.includes('&')) return lines;
  return lines.replace(REFERENCE, (whole: string, hex?: string, decimal?: string, name?: string) => {
    const named = name === undefined ? undefined : NAMED[name];
    if (named !== undefined) return named;
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal ?? '', 10);
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    const detail = `The XLSX file is damaged: it contains the unknown reference "${whole}". Open it in a spreadsheet program and save it again.`;
    throw new TableError('TABLE_UNREADABLE', detail);
  });
}

/** Resolves the `_xHHHH_` escapes of cell text. */
export function decodeCellEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  const plain = text.replace(ESCAPED_CHARACTER, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return plain.replace(/\r\n?/g, '\n');
}
