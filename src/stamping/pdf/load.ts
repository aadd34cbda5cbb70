import { StampingError } from '../types.ts';
import { checkHeader } from './check-header.ts';
import { decryptPdf, needsPassword } from './decrypt.ts';
import { findArray, findDict, findNameText } from './objects.ts';
import { openFile } from './parse/open-file.ts';
import { type PDFContext, type PDFDict, PDFName } from './pdf-lib.ts';

/** A parsed PDF: its objects and its root. */
export interface PdfSource {
  context: PDFContext;
  catalog: PDFDict;
}

/**
 * Parses a PDF into objects. Damaged files are repaired where possible. Encryption without a password is removed.
 * @throws StampingError PDF_NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_COMPLEX
 */
export async function loadPdf(pdf: Uint8Array): Promise<PdfSource> {
  checkHeader(pdf);
  const opened = openFile(pdf);
  if (opened === null) throw damaged();
  const source = 'isEncrypted' in opened ? openFile(await decryptPdf(pdf, opened.info)) : opened;
  // Decrypting a file that needs a password gives random bytes.
  if (source === null || 'isEncrypted' in source) throw needsPassword();
  dropFalseForm(source);
  return source;
}

/**
 * Drops an AcroForm entry that refers to another part of the document. The form is changed before it is written; that
 * other part must not be.
 */
function dropFalseForm({ catalog }: PdfSource): void {
  const form = findDict(catalog, 'AcroForm');
  if (form === undefined) return;
  const type = findNameText(form, 'Type');
  const isOther = form === findDict(catalog, 'Pages') || (type !== undefined && type !== 'AcroForm');
  if (isOther && findArray(form, 'Fields') === undefined) catalog.delete(PDFName.of('AcroForm'));
}

function damaged(): StampingError {
  return new StampingError(
    'PDF_DAMAGED',
    'The PDF is damaged or incomplete. Save it again and upload the whole file.',
  );
}
