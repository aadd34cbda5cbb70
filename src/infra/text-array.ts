/** PostgreSQL's number of the type `text`. */
const TEXT = 25;
const HEADER_BYTES = 20;

/**
 * A `text[]` in PostgreSQL's binary format, from texts in UTF-8. As text, every quote of a JSON document would be
 * escaped here and unescaped there; this copies bytes. At least one text.
 */
export function toTextArray(texts: readonly Uint8Array[]): Buffer {
  const size = texts.reduce((sum, text) => sum + 4 + text.length, HEADER_BYTES);
  const array = Buffer.allocUnsafe(size);
  // Dimensions, whether there are nulls, the type of the elements, their number, the first index.
  let at = 0;
  for (const field of [1, 0, TEXT, texts.length, 1]) at = array.writeInt32BE(field, at);
  for (const text of texts) {
    at = array.writeInt32BE(text.length, at);
    array.set(text, at);
    at += text.length;
  }
  return array;
}
