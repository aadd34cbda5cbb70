import { StampingError } from '../types.ts';
import { PDFDocument, type PDFObject, PDFRef } from './pdf-lib.ts';

/**
 * Removes the encryption of a PDF that opens without a password (ISO 32000-1, 7.6). `info` is the trailer's reference
 * to the document information; pdf-lib loses it when the trailer is a cross-reference stream.
 * @throws StampingError PDF_ENCRYPTED when the PDF needs a password or its encryption is not a standard one.
 */
export async function decryptPdf(pdf: Uint8Array, info: PDFObject | undefined): Promise<Uint8Array> {
  try {
    const document = await PDFDocument.load(pdf, { password: '', updateMetadata: false });
    const { trailerInfo } = document.context;
    if (trailerInfo.Encrypt !== undefined) throw needsPassword();
    if (info instanceof PDFRef) trailerInfo.Info ??= info;
    return await document.save({ updateFieldAppearances: false, addDefaultPage: false });
  } catch {
    throw needsPassword();
  }
}

export function needsPassword(): StampingError {
  return new StampingError(
    'PDF_ENCRYPTED',
    'The PDF is protected by a password. Remove the protection and upload it again.',
  );
}
