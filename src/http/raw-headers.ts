/**
 * How often a header was sent. Reads the raw list of names and values, because Node joins or drops repeated headers.
 * `name` is in lower case.
 */
export function countHeaders(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] ?? '';
    if (given.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count;
}
