import { type PDFDict, PDFName } from '../pdf-lib.ts';
import type { Trailer } from './index-types.ts';

const members = ['Root', 'Info', 'ID', 'Encrypt'] as const;

/** Adds the members of a trailer that no newer trailer has. */
export function addTrailer(trailer: Trailer, dict: PDFDict): void {
  for (const member of members) {
    const value = dict.get(PDFName.of(member));
    if (value !== undefined) trailer[member] ??= value;
  }
}
