/** Up to so many pairs of characters the built-in search is used. */
const FEW_PAIRS = 100_000;

/**
 * Whether a text contains another one. Linear in the length of both (Knuth, Morris and Pratt); the built-in search takes
 * the product of both lengths on some texts, which is half a minute for 600 KB.
 */
export function containsText(text: string, wanted: string): boolean {
  if (text.length * wanted.length <= FEW_PAIRS) return text.includes(wanted);
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched++;
    if (matched === wanted.length) return true;
  }
  return false;
}

/** For each prefix of a text the length of the longest proper prefix that is also its end. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (length > 0 && text.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
    if (text.charCodeAt(length) === code) length++;
    borders[at] = length;
  }
  return borders;
}
