const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

/**
 * The unchanged text of one member of a JSON object, with its order of keys, digits and escapes. Of equal names the last
 * counts, as for JSON.parse. Null if there is no such member. `json` must be a valid JSON object.
 */
export function findMemberText(json: string, name: string): string | null {
  let found: string | null = null;
  let position = json.indexOf('{') + 1;
  for (;;) {
    const keyStart = json.indexOf('"', position);
    if (keyStart === -1) return found;
    const keyEnd = endOfString(json, keyStart);
    const start = json.indexOf(':', keyEnd) + 1;
    const end = endOfValue(json, start);
    if (JSON.parse(json.slice(keyStart, keyEnd)) === name) found = json.slice(start, end).trim();
    position = end + 1;
  }
}

/** Index behind the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (json.charCodeAt(index) !== QUOTE) index += json.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index + 1;
}

/** Index of the comma or bracket behind the value that begins at `start`. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  let index = start;
  while (index < json.length) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(json, index);
      continue;
    }
    if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth < 0 || (depth === 0 && json[index] === ',')) return index;
    index += 1;
  }
  return index;
}
