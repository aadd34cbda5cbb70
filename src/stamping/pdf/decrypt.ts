import { StampingError } from '../types.ts';

/**
 * An encrypted PDF that opens without a password, rewritten without its encryption (ISO 32000-1, 7.6). The library
 * for this is read only when such a file comes along.
 * @throws StampingError PDF_ENCRYPTED when it takes a password or its encryption is not a standard one.
 */
export async function decryptPdf(pdf: Uint8Array): Promise<Uint8Array> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  try {
    const document = await PDFDocument.load(pdf, { password: '', updateMetadata: false });
    if (document.context.trailerInfo.Encrypt !== undefined) throw needsPassword();
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
