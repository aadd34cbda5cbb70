import { PDFDict, type PDFObject } from 'pdf-lib';
import { StampingError } from '../types.ts';
import type { PdfSource } from './load.ts';
import { findArray, findDict, findNumber, findNumbers, resolve } from './objects.ts';

/** Lower left and upper right corner, in points of the page's own space. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

export interface Page {
  dict: PDFDict;
  resources: PDFDict | undefined;
  mediaBox: Box;
  /** What is shown: the crop box within the media box (ISO 32000-1, 14.11.2). */
  visible: Box;
  /** Clockwise, 0, 90, 180 or 270. */
  rotate: number;
}

interface Inherited {
  resources?: PDFDict | undefined;
  mediaBox?: Box | undefined;
  cropBox?: Box | undefined;
  rotate?: number | undefined;
}

/** What a viewer takes a page without a usable media box for. */
const letter: Box = [0, 0, 612, 792];

/**
 * The pages in order, with what they inherit (ISO 32000-1, 7.7.3.4). A node met twice is skipped: trees with cycles
 * end, deep ones need no stack.
 * @throws StampingError PDF_NO_PAGES, PDF_TOO_MANY_PAGES
 */
export function readPages(source: PdfSource, maxPages: number): Page[] {
  const pages: Page[] = [];
  const seen = new Set<PDFDict>();
  const root = findDict(source.catalog, 'Pages');
  const pending: { node: PDFObject | undefined; inherited: Inherited }[] = [{ node: root, inherited: {} }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const node = resolve(source.context, next.node);
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const own = inherit(node, next.inherited);
    const kids = findArray(node, 'Kids');
    if (kids === undefined) {
      if (node !== root) pages.push(toPage(node, own));
      if (pages.length > maxPages) throw tooMany(maxPages);
    } else {
      for (const kid of kids.asArray().reverse()) pending.push({ node: kid, inherited: own });
    }
  }
  if (pages.length === 0) {
    throw new StampingError('PDF_NO_PAGES', 'The PDF has no pages. Upload a PDF with at least one page.');
  }
  return pages;
}

function tooMany(maxPages: number): StampingError {
  return new StampingError('PDF_TOO_MANY_PAGES', `The PDF has more than ${maxPages} pages. Split it.`);
}

function inherit(node: PDFDict, from: Inherited): Inherited {
  return {
    resources: findDict(node, 'Resources') ?? from.resources,
    mediaBox: findBox(node, 'MediaBox') ?? from.mediaBox,
    cropBox: findBox(node, 'CropBox') ?? from.cropBox,
    rotate: findNumber(node, 'Rotate') ?? from.rotate,
  };
}

function toPage(dict: PDFDict, own: Inherited): Page {
  const mediaBox = own.mediaBox ?? letter;
  const quarter = Math.round((own.rotate ?? 0) / 90);
  return {
    dict,
    resources: own.resources,
    mediaBox,
    visible: intersect(own.cropBox ?? mediaBox, mediaBox) ?? mediaBox,
    rotate: (((quarter % 4) + 4) % 4) * 90,
  };
}

/** A rectangle with its corners put in order (7.9.5), or undefined when it has no area. */
export function findBox(dict: PDFDict, key: string): Box | undefined {
  const numbers = findNumbers(dict, key, 4);
  if (numbers === undefined) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] - box[0] > 0 && box[3] - box[1] > 0 ? box : undefined;
}

function intersect(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}

/** Width and height of a page as displayed. */
export function displayedSize(page: Page): { width: number; height: number } {
  const [left, bottom, right, top] = page.visible;
  const upright = { width: right - left, height: top - bottom };
  return page.rotate % 180 === 0 ? upright : { width: upright.height, height: upright.width };
}

/** A rectangle of page space as displayed: points from the top left, rotation applied. */
export function toDisplayed(page: Page, box: Box): { x: number; y: number; width: number; height: number } {
  const [left, bottom, right, top] = page.visible;
  const width = box[2] - box[0];
  const height = box[3] - box[1];
  switch (page.rotate) {
    case 90:
      return { x: box[1] - bottom, y: box[0] - left, width: height, height: width };
    case 180:
      return { x: right - box[2], y: box[1] - bottom, width, height };
    case 270:
      return { x: top - box[3], y: right - box[2], width: height, height: width };
    default:
      return { x: box[0] - left, y: top - box[3], width, height };
  }
}
