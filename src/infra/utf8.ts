const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text, including a byte order mark; null if the bytes are not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
