import { writeFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';

export interface PageImage {
  pdf: Uint8Array;
  /** From 1. */
  page: number;
  /** Pixels; less for a page so tall that its image would be huge. */
  width: number;
  pngPath: string;
}

/** A strip of paper is drawn narrower rather than into an image of any height. */
const MAX_HEIGHT_TO_WIDTH = 4;

let library: Promise<PDFiumLibrary> | undefined;

/** Draws one page, filled form fields included, into a PNG file. Throws when the renderer cannot read the page. */
export async function renderPage({ pdf, page, width, pngPath }: PageImage): Promise<void> {
  library ??= PDFiumLibrary.init();
  try {
    const document = await (await library).loadDocument(pdf);
    const source = document.getPage(page - 1);
    const { originalWidth, originalHeight } = source.getOriginalSize();
    const scale = Math.min(width / originalWidth, (width * MAX_HEIGHT_TO_WIDTH) / originalHeight);
    const image = await source.render({
      width: Math.max(1, Math.round(originalWidth * scale)),
      height: Math.max(1, Math.round(originalHeight * scale)),
      renderFormFields: true,
      render: 'bitmap',
    });
    const png = new PNG({ width: image.width, height: image.height });
    png.data = Buffer.from(image.data.buffer, image.data.byteOffset, image.data.byteLength);
    await writeFile(pngPath, PNG.sync.write(png));
    document.destroy();
  } catch (error) {
    // A renderer that failed may have failed for good; the next page gets a new one.
    library = undefined;
    throw error;
  }
}
