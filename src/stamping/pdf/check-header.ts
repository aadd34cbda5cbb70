import { StampingError } from '../types.ts';

/** Readers search for the header in this many bytes (PDF 1.7 reference, appendix H, note 13). */
const headerWithin = 1024;

/**
 * Rejects data that is certainly not a PDF.
 * @throws StampingError PDF_NOT_A_PDF
 */
export function checkHeader(pdf: Uint8Array): void {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  if (bytes.length === 0) {
    throw new StampingError('PDF_NOT_A_PDF', 'The file is empty. Choose a PDF file.');
  }
  if (bytes.subarray(0, headerWithin + 5).indexOf('%PDF-') < 0) {
    throw new StampingError(
      'PDF_NOT_A_PDF',
      'The file is not a PDF: the content decides, not the name. Choose a PDF file.',
    );
  }
}
