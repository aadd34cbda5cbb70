import path from 'node:path';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { SandboxError } from '../../../src/sandbox/sandbox-error.ts';
import { StampingError, type TemplateInventory } from '../../../src/stamping/types.ts';
import { countPagesByQpdf } from './qpdf.ts';
import { countPagesByPdfium } from './renderers.ts';
import type { Finding } from './types.ts';

export type Upload =
  | { inventory: TemplateInventory; findings: Finding[] }
  | { rejection: { code: string; reason: string }; findings: Finding[] };

/** Inspects a file as an upload does, in a sandbox process. */
export async function upload(
  sandbox: Sandbox,
  file: { pdf: Uint8Array; pdfPath: string; folder: string; hasQpdf: boolean },
): Promise<Upload> {
  const { pdfPath, folder } = file;
  const thumbnailPath = path.join(folder, 'thumbnail.png');
  try {
    const input = { pdfPath, maxPages: 500, thumbnailPath, thumbnailWidth: 320 };
    const { inventory, hasThumbnail } = await sandbox.run('inspect', input, { owner: 'corpus' });
    const findings: Finding[] = [];
    if (!hasThumbnail) findings.push({ check: 'thumbnail', detail: 'could not be drawn', weight: 'note' });
    const pages = await countPages(file);
    for (const [reader, count] of Object.entries(pages)) {
      if (count === inventory.pageCount) continue;
      findings.push({
        check: 'pages',
        detail: `${inventory.pageCount}, ${reader}: ${count}`,
        weight: 'differs',
      });
    }
    return { inventory, findings };
  } catch (error) {
    return rejected(error, await countPages(file));
  }
}

function rejected(error: unknown, pages: Record<string, number>): Upload {
  const rejection = reasonOf(error);
  if (rejection === null) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      rejection: { code: 'NONE', reason: detail },
      findings: [{ check: 'upload', detail, weight: 'crash' }],
    };
  }
  const readers = Object.entries(pages).filter(([, count]) => count > 0);
  const damaged = ['PDF_DAMAGED', 'PDF_NOT_A_PDF', 'PDF_NO_PAGES', 'PDF_TOO_COMPLEX'].includes(
    rejection.code,
  );
  if (!damaged || readers.length === 0) return { rejection, findings: [] };
  const detail = readers.map(([reader, count]) => `${reader} finds ${count} pages`).join(', ');
  return { rejection, findings: [{ check: 'rejected', detail, weight: 'differs' }] };
}

function reasonOf(error: unknown): { code: string; reason: string } | null {
  if (error instanceof StampingError) {
    return { code: error.code, reason: error.message };
  }
  if (error instanceof SandboxError && error.isCausedByInput && error.failure !== 'crash') {
    return { code: 'PDF_TOO_COMPLEX', reason: error.message };
  }
  return null;
}

/** Page counts of other programs, without those that cannot read the file. */
async function countPages({ pdf, pdfPath, hasQpdf }: { pdf: Uint8Array; pdfPath: string; hasQpdf: boolean }) {
  const pages: Record<string, number> = {};
  const shown = await countPagesByPdfium(pdf);
  if (shown !== null) pages.pdfium = shown;
  const counted = hasQpdf ? await countPagesByQpdf(pdfPath) : null;
  if (counted !== null) pages.qpdf = counted;
  return pages;
}
