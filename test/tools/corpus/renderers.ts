import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import type { Grey } from './image.ts';

const run = promisify(execFile);
/** pdfium leaks memory with each document; a new instance replaces it after this many. */
const documentsPerLibrary = 100;
let library: Promise<PDFiumLibrary> | undefined;
let documents = 0;

/** Opens a PDF with pdfium and reads from it. Null if pdfium fails. */
async function withPdfium<Result>(
  pdf: Uint8Array,
  read: (document: PDFiumDocument) => Promise<Result> | Result,
): Promise<Result | null> {
  if (documents++ % documentsPerLibrary === 0) library = undefined;
  library ??= PDFiumLibrary.init();
  try {
    const document = await (await library).loadDocument(Buffer.from(pdf), '');
    document.initializeFormFields();
    const result = await read(document);
    document.destroy();
    return result;
  } catch {
    library = undefined;
    return null;
  }
}

/** Number of pages that pdfium can open, or null if it cannot open the file. */
export async function countPagesByPdfium(pdf: Uint8Array): Promise<number | null> {
  return withPdfium(pdf, (document) => {
    const declared = document.getPageCount();
    let page = 0;
    while (page < declared && isPage(document, page)) page++;
    return page;
  });
}

function isPage(document: PDFiumDocument, page: number): boolean {
  try {
    return document.getPage(page).getOriginalSize().originalWidth > 0;
  } catch {
    return false;
  }
}

/** Renders a page with its form fields. Null if pdfium cannot draw it. */
export async function renderWithPdfium(pdf: Uint8Array, page: number): Promise<Grey | null> {
  return withPdfium(pdf, async (document) => {
    const source = document.getPage(page - 1);
    return toGrey(await source.render({ scale: 1, render: 'bitmap', renderFormFields: true }));
  });
}

function toGrey({ width, height, data }: { width: number; height: number; data: Uint8Array }): Grey {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++) {
    const from = at * 4;
    grey[at] = ((data[from] ?? 0) * 299 + (data[from + 1] ?? 0) * 587 + (data[from + 2] ?? 0) * 114) / 1000;
  }
  return { width, height, data: grey };
}

/** Renders a page with poppler. Null if poppler cannot draw it or takes too long. */
export async function renderWithPoppler(pdfPath: string, page: number): Promise<Grey | null> {
  const range = ['-f', String(page), '-l', String(page)];
  try {
    const { stdout } = await run('pdftoppm', ['-r', '72', '-gray', '-cropbox', ...range, pdfPath], {
      encoding: 'buffer',
      timeout: 10_000,
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
