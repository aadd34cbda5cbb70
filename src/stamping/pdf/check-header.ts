import { StampingError } from '../types.ts';

/** A reader must find the header within this many bytes (PDF 1.7 reference, appendix H, note 13). */
const headerWithin = 1024;

/**
 * Refuses in microseconds what is certainly not a whole PDF, before a parser scans it byte by byte.
 * @throws StampingError PDF_NOT_A_PDF, PDF_DAMAGED
 */
export function checkHeader(pdf: Uint8Array): void {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  if (bytes.length === 0) {
    throw new StampingError('PDF_NOT_A_PDF', 'The file is empty. Choose a PDF file.');
  }
  if (bytes.subarray(0, headerWithin + 5).indexOf('%PDF-') < 0) {
    throw new StampingError('PDF_NOT_A_PDF', 'The file is not a PDF. Choose a PDF file, whatever its name.');
  }
  // A whole file ends with its cross-reference's place (ISO 32000-1, 7.5.5); a repair may find it earlier.
  if (bytes.lastIndexOf('startxref') < 0 && bytes.lastIndexOf('trailer') < 0) {
    throw new StampingError(
      'PDF_DAMAGED',
      'The PDF is cut off or damaged. Save it again and upload it whole.',
    );
  }
}
