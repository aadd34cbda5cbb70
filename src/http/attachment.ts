import { create } from 'content-disposition';

/** The `Content-Disposition` of a download: an ASCII fallback and the whole name in UTF-8 (RFC 6266). */
export function attachment(fileName: string): string {
  // UTF-8 cannot encode a lone surrogate.
  return create(fileName.toWellFormed());
}
