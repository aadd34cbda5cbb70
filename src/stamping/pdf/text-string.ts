const ascii = /^[\x20-\x7e\n]*$/;
/** Latin letters that PDFDocEncoding has at their own code (ISO 32000-1, D.3). */
const latin = /^[\x20-\x7e\n\xa1-\xac\xae-\xff]*$/;
const needsEscape = /[\\()\n]/;
const escapes = /[\\()]/g;

/** A Unicode text as a text string object (7.9.2.2): in PDFDocEncoding when that is unambiguous, else in UTF-16BE. */
export function textString(text: string): string {
  if (ascii.test(text)) return literalString(text);
  // A string that starts with the bytes of a byte order mark would be read as UTF-16.
  if (latin.test(text) && !/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/.test(text)) return literalString(text);
  let hex = '<FEFF';
  for (let i = 0; i < text.length; i++) hex += hexUnits(text.charCodeAt(i));
  return `${hex}>`;
}

/** A literal string (7.3.4.2); the characters equal their codes. */
export function literalString(text: string): string {
  if (!needsEscape.test(text)) return `(${text})`;
  return `(${text.replace(escapes, '\\$&').replaceAll('\n', '\\n')})`;
}

function hexUnits(unit: number): string {
  return unit.toString(16).toUpperCase().padStart(4, '0');
}

/** A name object (7.3.5); `name` has one character for each byte. */
export function nameObject(name: string): string {
  return `/${name.replace(/[^!-~]|[#()<>[\]{}/%]/g, (char) => `#${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}`;
}
