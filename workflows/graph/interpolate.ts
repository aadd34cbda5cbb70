import { textSteps } from './budget.ts';
import { isScalar, type JsonValue, scalarText } from './json-text.ts';
import { NodeError } from './node-error.ts';
import type { Reader } from './reader.ts';

/** A piece of a text with references: literal text, or the path between `${` and `}`. */
type TextPart = { text: string } | { path: string };

/** Splits a text at its `${…}` references. A reference that is never closed is literal text. */
export function splitReferences(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (let open = text.indexOf('${'); open >= 0; open = text.indexOf('${', from)) {
    const close = findClose(text, open + 2);
    if (close < 0) break;
    if (open > from) parts.push({ text: text.slice(from, open) });
    parts.push({ path: text.slice(open + 2, close) });
    from = close + 1;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Where the reference ends: the next `}` that is not inside a quoted key. */
function findClose(text: string, from: number): number {
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '\\' && quoted) at++;
    else if (char === '"') quoted = !quoted && text[at - 1] === '[';
    else if (char === '}' && !quoted) return at;
  }
  return -1;
}

/**
 * A text with its references filled in, in one pass: data is never scanned for references. A text that is one single
 * reference keeps the JSON type of what it refers to (missing becomes empty text).
 * @throws NodeError when an object or a list would be part of a text, or the output grows too large.
 */
export function interpolate(text: string, reader: Reader): JsonValue {
  reader.budget.spend(textSteps(text.length));
  const parts = splitReferences(text);
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && 'path' in first) {
    const value = reader.resolve(first.path);
    const kept = value === undefined ? '' : value;
    reader.count(kept);
    return kept;
  }
  let filled = '';
  for (const part of parts) {
    const piece = 'text' in part ? part.text : textAt(part.path, reader);
    reader.count(piece);
    filled += piece;
  }
  return filled;
}

/** The text a path leads to; missing and null are empty text. Throws NodeError on an object or a list. */
function textAt(path: string, reader: Reader): string {
  const value = reader.resolve(path) ?? null;
  if (isScalar(value)) return scalarText(value);
  const kind = Array.isArray(value) ? 'a list' : 'an object';
  throw new NodeError(
    `${path.trim()} is ${kind}, which cannot be part of a text. Refer to one of its values.`,
  );
}

/** The fault of the references of a text, apart from their paths, or null. */
export function findOpenReference(text: string): string | null {
  const isOpen = splitReferences(text).some((part) => 'text' in part && part.text.includes('${'));
  return isOpen ? 'a reference is opened with a dollar sign and a brace but never closed' : null;
}
