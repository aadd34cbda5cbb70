import type { PDFObject } from 'pdf-lib';
import { PDFRef } from 'pdf-lib';
import { StampingError } from '../types.ts';

/**
 * An encrypted PDF that opens without a password, rewritten without its encryption (ISO 32000-1, 7.6). The library
 * for this is read only when such a file comes along. `info` is what its trailer names so: the library forgets a
 * trailer that stands in a stream.
 * @throws StampingError PDF_ENCRYPTED when it takes a password or its encryption is not a standard one.
 */
export async function decryptPdf(pdf: Uint8Array, info: PDFObject | undefined): Promise<Uint8Array> {
  const { PDFDocument, PDFRef: LibraryRef } = await import('@cantoo/pdf-lib');
  try {
    const document = await PDFDocument.load(pdf, { password: '', updateMetadata: false });
    const { trailerInfo } = document.context;
    if (trailerInfo.Encrypt !== undefined) throw needsPassword();
    if (info instanceof PDFRef) trailerInfo.Info ??= LibraryRef.of(info.objectNumber, info.generationNumber);
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
