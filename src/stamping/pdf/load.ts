import { type PDFContext, PDFDict, PDFName, PDFParser } from 'pdf-lib';
import { StampingError } from '../types.ts';
import { checkHeader } from './check-header.ts';
import { decryptPdf } from './decrypt.ts';
import { resolve } from './objects.ts';

/** A parsed PDF: its objects and its root. */
export interface PdfSource {
  context: PDFContext;
  catalog: PDFDict;
}

/**
 * Parses a PDF into objects, repairing what a scan over the objects can repair. Encryption that needs no password
 * is taken off.
 * @throws StampingError PDF_NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED
 */
export async function loadPdf(pdf: Uint8Array): Promise<PdfSource> {
  checkHeader(pdf);
  const plain = isEncrypted(pdf) ? await decryptPdf(pdf) : pdf;
  const context = await parse(plain);
  const catalog = resolve(context, context.trailerInfo.Root);
  if (!(catalog instanceof PDFDict) || !catalog.has(PDFName.of('Pages'))) throw damaged();
  return { context, catalog };
}

/**
 * Whether a trailer names an encryption dictionary (ISO 32000-1, table 15). Trailers are never encrypted or
 * compressed, and looking for it spares parsing what cannot be read yet.
 */
function isEncrypted(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  for (let at = bytes.indexOf('/Encrypt'); at >= 0; at = bytes.indexOf('/Encrypt', at + 1)) {
    if (/^\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(bytes.toString('latin1', at, at + 40))) return true;
  }
  return false;
}

async function parse(pdf: Uint8Array): Promise<PDFContext> {
  try {
    return await PDFParser.forBytesWithOptions(pdf, Number.POSITIVE_INFINITY).parseDocument();
  } catch {
    // Whatever the parser stumbles over (a stack overflow of deep nesting included) is the file's fault.
    throw damaged();
  }
}

function damaged(): StampingError {
  return new StampingError(
    'PDF_DAMAGED',
    'The PDF is cut off or damaged. Save it again and upload it whole.',
  );
}
