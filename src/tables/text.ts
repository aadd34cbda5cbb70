/** Removes Unicode white space (no-break spaces and tabs included) and stray byte order marks at both ends. */
export function trimText(text: string): string {
  // String.trim removes every Zs character, tabs, line ends and U+FEFF.
  return text.trim();
}

const INVISIBLE = /^[\s\p{Cc}]*$/u;

/** True for text without visible characters: empty, white space, control characters. */
export function isBlank(text: string): boolean {
  if (text === '') return true;
  const first = text.charCodeAt(0);
  return (first <= 0x20 || first >= 0x7f) && INVISIBLE.test(text);
}

/** Removes byte order marks from the beginning of decoded text. A file that was exported twice has two. */
export function stripByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF+/, '');
}

/** The letters of a column in spreadsheet programs: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** The limit of the Stream-Safe Text Format (Unicode Standard Annex #15, section 13); no language comes near it. */
const tooManyMarks = /\p{M}{31}/u;

/**
 * Text in Unicode NFC, so that equal letters are equal text. Text with more than 30 marks in a row is returned
 * unchanged: sorting the marks takes the square of their number.
 */
export function composeText(text: string): string {
  return text.length > 30 && tooManyMarks.test(text) ? text : text.normalize('NFC');
}
