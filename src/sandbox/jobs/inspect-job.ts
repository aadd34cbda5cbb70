import { readFile } from 'node:fs/promises';
import { inspectTemplate } from '../../stamping/inspect.ts';
import type { InspectInput, InspectOutput } from './job-types.ts';
import { renderPage } from './render-page.ts';
import { tryFilling } from './try-filling.ts';

/** Learns all an upload has to know of a PDF, fills it on trial and draws its first page. Throws StampingError. */
export async function inspectJob(input: InspectInput): Promise<InspectOutput> {
  const pdf = await readFile(input.pdfPath);
  const inventory = await inspectTemplate(pdf, { maxPages: input.maxPages });
  await tryFilling(pdf, inventory);
  const hasThumbnail = await renderPage({
    pdf,
    page: 1,
    width: input.thumbnailWidth,
    pngPath: input.thumbnailPath,
  })
    .then(() => true)
    .catch(() => false);
  return { inventory, hasThumbnail };
}
