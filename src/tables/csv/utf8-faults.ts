/** What speaks for and against UTF-8 in a text that is not valid UTF-8 throughout. */
export interface Utf8Faults {
  /** Characters of several bytes that are whole. Other encodings hardly ever look like that. */
  wholeCharacters: number;
  /** Bytes that are part of no character. */
  faults: number;
  /** The first of them: its value, and the line it stands on, from 1. */
  first: { byte: number; line: number } | null;
}

/** Counts the characters of a text in pieces (RFC 3629, section 3; overlong forms are not told apart). */
export function createUtf8FaultCounter(): { push: (bytes: Uint8Array) => void; end: () => Utf8Faults } {
  const found: Utf8Faults = { wholeCharacters: 0, faults: 0, first: null };
  let line = 1;
  let expected = 0;
  let lead = 0;
  const fault = (byte: number) => {
    found.faults += 1;
    found.first ??= { byte, line };
  };
  const push = (bytes: Uint8Array) => {
    for (const byte of bytes) {
      if (expected > 0 && (byte & 0xc0) === 0x80) {
        expected -= 1;
        if (expected === 0) found.wholeCharacters += 1;
        continue;
      }
      if (expected > 0) fault(lead);
      expected = byte >= 0xf5 || byte < 0xc2 ? 0 : byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
      lead = byte;
      if (expected === 0 && byte >= 0x80) fault(byte);
      if (byte === 0x0a) line += 1;
    }
  };
  const end = () => {
    if (expected > 0) fault(lead);
    return found;
  };
  return { push, end };
}
