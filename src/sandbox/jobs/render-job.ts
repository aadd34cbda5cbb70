import { readFile } from 'node:fs/promises';
import type { RenderInput } from './job-types.ts';
import { renderPage } from './render-page.ts';

/** Draws one page of a PDF file to a PNG file. */
export async function renderJob({ pdfPath, ...image }: RenderInput): Promise<null> {
  await renderPage({ pdf: await readFile(pdfPath), ...image });
  return null;
}
