import { create } from 'content-disposition';

/** The `Content-Disposition` of a download under this name: ASCII fallback, and the whole name in UTF-8 (RFC 6266). */
export function attachment(fileName: string): string {
  // Half a surrogate pair has no encoding.
  return create(fileName.toWellFormed());
}
