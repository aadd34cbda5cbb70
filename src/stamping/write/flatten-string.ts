/**
 * Copies a string into one block of memory, one character for each byte. V8 stores a concatenated string as a tree of
 * parts and walks the tree at each write; a string that every document contains is flattened once.
 */
export function flattenString(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
