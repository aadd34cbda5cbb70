/** Bytes that Windows-1252 has no character for. A text that holds one is in another encoding. */
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Looks through a text in pieces for the first of these bytes, and the line it stands on, from 1. */
export function createUnassignedFinder(): {
  push: (bytes: Uint8Array) => void;
  end: () => { byte: number; line: number } | null;
} {
  let found: { byte: number; line: number } | null = null;
  let line = 1;
  const push = (bytes: Uint8Array) => {
    if (found !== null) return;
    for (const byte of bytes) {
      if (byte === 0x0a) line += 1;
      if (!unassigned.has(byte)) continue;
      found = { byte, line };
      return;
    }
  };
  return { push, end: () => found };
}
