import { unsupportedFormat } from '../unsupported-format.ts';
import type { XlsxArchive } from './archive.ts';

/** Other ZIP-based formats, each with a part that identifies it. */
const FOREIGN_PARTS: readonly (readonly [part: string, format: string])[] = [
  ['xl/workbook.bin', 'a binary Excel workbook (.xlsb)'],
  ['word/document.xml', 'a Word document (.docx)'],
  ['ppt/presentation.xml', 'a PowerPoint presentation (.pptx)'],
  ['Index/Document.iwa', 'an Apple Numbers file'],
];

/** Throws TABLE_UNSUPPORTED_FORMAT with the name of the format if a ZIP file is not an XLSX workbook. */
export async function rejectForeignPackage(archive: XlsxArchive): Promise<void> {
  for (const [part, format] of FOREIGN_PARTS) {
    if (archive.has(part)) throw unsupportedFormat(format);
  }
  if (archive.has('mimetype')) {
    const type = (await archive.findText('mimetype')) ?? '';
    throw unsupportedFormat(
      type.includes('opendocument.spreadsheet') ? 'an OpenDocument spreadsheet (.ods)' : 'a ZIP archive',
    );
  }
  if (!archive.has('[Content_Types].xml')) throw unsupportedFormat('a ZIP archive without a workbook');
}
