/** PostgreSQL's OID of the type `text`. */
const TEXT = 25;
const HEADER_BYTES = 20;

/**
 * A `text[]` in PostgreSQL's binary format, from at least one text in UTF-8. In the text format every quote of a JSON
 * document would have to be escaped and unescaped; this only copies bytes.
 */
export function toTextArray(texts: readonly Uint8Array[]): Buffer {
  const size = texts.reduce((sum, text) => sum + 4 + text.length, HEADER_BYTES);
  const array = Buffer.allocUnsafe(size);
  // Number of dimensions, null flag, type of the elements, length, index of the first element.
  let at = 0;
  for (const field of [1, 0, TEXT, texts.length, 1]) at = array.writeInt32BE(field, at);
  for (const text of texts) {
    at = array.writeInt32BE(text.length, at);
    array.set(text, at);
    at += text.length;
  }
  return array;
}
