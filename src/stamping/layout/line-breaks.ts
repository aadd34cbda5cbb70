/** Characters of scripts written without spaces, and their punctuation (Unicode: UAX #14, classes ID, CJ, NS). */
const ideographic =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\u3000-\u303f\u30fb-\u30fe\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/u;
/** Characters that must not begin a line: closing marks, small kana, marks of repetition and length. */
const neverFirst =
  /[)\]},.:;!?%\u2019\u201d\u2026\u2025\u3001\u3002\u3005\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u309d\u309e\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\uff01\uff05\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d\uff61\uff63-\uff65]|\p{Mn}/u;
/** Characters that must not end a line: opening marks and signs before a number. */
const neverLast =
  /[([{$\u00a3\u00a5\u2018\u201c\u3008\u300a\u300c\u300e\u3010\u3014\u3016\uff04\uff08\uff3b\uff5b\uff62\uffe1\uffe5]/u;

const mayHoldIdeographs = /[\u2e80-\uffef\ud840-\ud8ff]/;

export function hasIdeographs(text: string): boolean {
  return mayHoldIdeographs.test(text) && ideographic.test(text);
}

/** Splits a word where a line may break: between ideographs, except beside marks that must not begin or end a line. */
export function cutIdeographs(word: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let last = '';
  for (const char of word) {
    const isBreak =
      last !== '' &&
      (ideographic.test(last) || ideographic.test(char)) &&
      !neverFirst.test(char) &&
      !neverLast.test(last);
    if (isBreak) {
      pieces.push(piece);
      piece = '';
    }
    piece += char;
    last = char;
  }
  pieces.push(piece);
  return pieces;
}
