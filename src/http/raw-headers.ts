/**
 * How often a header was sent. Node joins or drops the repetitions of some, so the raw list of names and values is
 * counted. `name` in lower case.
 */
export function countHeaders(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] ?? '';
    if (given.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count;
}
