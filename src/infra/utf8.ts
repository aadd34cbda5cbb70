const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text as it stands in the bytes, a byte order mark included; null when they are no UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
