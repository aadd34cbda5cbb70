import { writeFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PNG } from 'pngjs';

interface PageImage {
  pdf: Uint8Array;
  /** From 1. */
  page: number;
  /** Pixels. A very tall page becomes a narrower image. */
  width: number;
  pngPath: string;
}

/** Limits the height of images of very tall pages. */
const MAX_HEIGHT_TO_WIDTH = 4;

let library: Promise<PDFiumLibrary> | undefined;

/** Draws one page with its filled form fields to a PNG file. Throws if the renderer cannot read the page. */
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
    // The renderer may not work after an error, so the next page gets a new one.
    library = undefined;
    throw error;
  }
}
