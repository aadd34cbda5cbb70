import { createRequire } from 'node:module';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { AnnotationMode, getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Picture, scale, withoutAlpha } from './picture.ts';

const { resolve } = createRequire(import.meta.url);
const folder = path.dirname(resolve('pdfjs-dist/package.json'));

/** The first page as another program shows it, one that shares no code with the first renderer. */
export async function drawWithPdfjs(pdf: Uint8Array): Promise<Picture> {
  const loading = getDocument({
    data: new Uint8Array(pdf),
    standardFontDataUrl: `${folder}/standard_fonts/`,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const page = await (await loading.promise).getPage(1);
    const viewport = page.getViewport({ scale });
    const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
    const canvas = createCanvas(width, height);
    await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE }).promise;
    return { width, height, data: withoutAlpha(canvas.data()) };
  } finally {
    await loading.destroy();
  }
}
