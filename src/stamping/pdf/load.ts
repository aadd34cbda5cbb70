import type { PDFContext, PDFDict } from 'pdf-lib';
import { StampingError } from '../types.ts';
import { checkHeader } from './check-header.ts';
import { decryptPdf } from './decrypt.ts';
import { openFile } from './parse/open-file.ts';

/** A parsed PDF: its objects and its root. */
export interface PdfSource {
  context: PDFContext;
  catalog: PDFDict;
}

/**
 * Parses a PDF into objects, repairing what a scan over the objects can repair. Encryption that needs no password
 * is taken off.
 * @throws StampingError PDF_NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_COMPLEX
 */
export async function loadPdf(pdf: Uint8Array): Promise<PdfSource> {
  checkHeader(pdf);
  const opened = openFile(pdf);
  if (opened === null) throw damaged();
  if (!('isEncrypted' in opened)) return opened;
  const decrypted = openFile(await decryptPdf(pdf));
  if (decrypted === null || 'isEncrypted' in decrypted) throw damaged();
  return decrypted;
}

function damaged(): StampingError {
  return new StampingError(
    'PDF_DAMAGED',
    'The PDF is cut off or damaged. Save it again and upload it whole.',
  );
}
