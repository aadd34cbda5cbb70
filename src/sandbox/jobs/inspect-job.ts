import { readFile } from 'node:fs/promises';
import { inspectTemplate } from '../../stamping/inspect.ts';
import type { InspectInput, InspectOutput } from './job-types.ts';
import { renderPage } from './render-page.ts';
import { smokeTestTemplate } from './smoke-test-template.ts';

/** Reads pages and fields of an uploaded PDF, fills it once as a test and draws page 1. Throws StampingError. */
export async function inspectJob(input: InspectInput): Promise<InspectOutput> {
  const pdf = await readFile(input.pdfPath);
  const inventory = await inspectTemplate(pdf, { maxPages: input.maxPages });
  await smokeTestTemplate(pdf, inventory);
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
