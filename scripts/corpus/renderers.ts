import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Grey } from './image.ts';

const run = promisify(execFile);
let library: Promise<PDFiumLibrary> | undefined;

/** Opens a PDF with pdfium; null when it cannot. Close it, or its memory stays. */
export async function openWithPdfium(pdf: Uint8Array) {
  library ??= PDFiumLibrary.init();
  try {
    const document = await (await library).loadDocument(Buffer.from(pdf), '');
    document.initializeFormFields();
    return document;
  } catch {
    return null;
  }
}

/** Pages as pdfium shows them, form fields included; null for one it cannot draw, all null if it cannot open the file. */
export async function renderWithPdfium(pdf: Uint8Array, pages: readonly number[]): Promise<(Grey | null)[]> {
  const document = await openWithPdfium(pdf);
  if (document === null) return pages.map(() => null);
  try {
    const images: (Grey | null)[] = [];
    for (const page of pages) {
      const image = await document
        .getPage(page - 1)
        .render({ scale: 1, render: 'bitmap', renderFormFields: true })
        .catch(() => null);
      images.push(image && toGrey(image));
    }
    return images;
  } catch {
    return pages.map(() => null);
  } finally {
    document.destroy();
  }
}

function toGrey({ width, height, data }: { width: number; height: number; data: Uint8Array }): Grey {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++) {
    const from = at * 4;
    grey[at] = ((data[from] ?? 0) * 299 + (data[from + 1] ?? 0) * 587 + (data[from + 2] ?? 0) * 114) / 1000;
  }
  return { width, height, data: grey };
}

/** A page as poppler shows it; null when it cannot or takes too long. */
export async function renderWithPoppler(pdfPath: string, page: number): Promise<Grey | null> {
  const range = ['-f', String(page), '-l', String(page)];
  try {
    const { stdout } = await run('pdftoppm', ['-r', '72', '-gray', '-cropbox', ...range, pdfPath], {
      encoding: 'buffer',
      timeout: 20_000,
      maxBuffer: 256 * 1024 * 1024,
    });
    return readPgm(stdout);
  } catch {
    return null;
  }
}

function readPgm(bytes: Buffer): Grey | null {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 60));
  if (head === null) return null;
  const [width, height] = [Number(head[1]), Number(head[2])];
  return { width, height, data: bytes.subarray(head[0].length, head[0].length + width * height) };
}
