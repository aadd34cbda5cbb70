/**
 * The same text in one piece of memory, one character a byte. A text put together from parts stays a tree of them,
 * which is walked each time it is written; what every document has is joined once.
 */
export function flattenString(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
