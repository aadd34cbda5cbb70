import { StampingError } from '../types.ts';
import { type Box, intersect } from './boxes.ts';
import type { PdfSource } from './load.ts';
import { findArray, findNumber, resolve } from './objects.ts';
import { type Inherited, replacePageTree, walkPageTree } from './page-tree.ts';
import { type PDFDict, PDFName, PDFStream } from './pdf-lib.ts';

export interface Page {
  dict: PDFDict;
  resources: PDFDict | undefined;
  mediaBox: Box;
  /** The visible area: the crop box within the media box (ISO 32000-1, 14.11.2). */
  visible: Box;
  /** Clockwise, 0, 90, 180 or 270. */
  rotate: number;
  /** Points for one unit of the page's own space (table 30, UserUnit). */
  unit: number;
}

/** The size that viewers use for a page without a valid media box. */
const letter: Box = [0, 0, 612, 792];

/**
 * The pages in order, with inherited attributes (ISO 32000-1, 7.7.3.4). An invalid tree is replaced by a flat one.
 * Cycles end; deep trees need no stack.
 * @throws StampingError PDF_NO_PAGES, PDF_TOO_MANY_PAGES
 */
export function readPages(source: PdfSource, maxPages: number): Page[] {
  const found = walkPageTree(source, maxPages);
  if (found.leaves.length === 0) {
    throw new StampingError('PDF_NO_PAGES', 'The PDF has no pages. Upload a PDF with at least one page.');
  }
  if (!found.isRegular) replacePageTree(source, found.leaves);
  return found.leaves.map(({ dict, own }) => toPage(dict, own));
}

/**
 * Removes Contents that are neither a stream nor an array of streams (7.7.3.3): they draw nothing, and validators
 * report them.
 */
function mendContents(dict: PDFDict): void {
  const key = PDFName.of('Contents');
  if (!dict.has(key) || resolve(dict.context, dict.get(key)) instanceof PDFStream) return;
  const items = findArray(dict, 'Contents')?.asArray() ?? [];
  const streams = items.filter((item) => resolve(dict.context, item) instanceof PDFStream);
  if (streams.length === 0) dict.delete(key);
  else if (streams.length < items.length) dict.set(key, dict.context.obj(streams));
}

function toPage(dict: PDFDict, own: Inherited): Page {
  mendContents(dict);
  const mediaBox = own.mediaBox ?? letter;
  // Viewers ignore an angle that is not a multiple of 90 (7.7.3.3).
  const quarter = (own.rotate ?? 0) % 90 === 0 ? (own.rotate ?? 0) / 90 : 0;
  return {
    dict,
    resources: own.resources,
    mediaBox,
    visible: intersect(own.cropBox ?? mediaBox, mediaBox) ?? mediaBox,
    rotate: (((quarter % 4) + 4) % 4) * 90,
    unit: unitOf(dict),
  };
}

/** The limit of readers (ISO 32000-1, annex C.2). */
const largestUnit = 75_000;

function unitOf(dict: PDFDict): number {
  const unit = findNumber(dict, 'UserUnit') ?? 1;
  return unit > 0 && unit <= largestUnit ? unit : 1;
}

/** Width and height of a page as displayed, in points. */
export function displayedSize(page: Page): { width: number; height: number } {
  const [left, bottom, right, top] = page.visible;
  const upright = { width: (right - left) * page.unit, height: (top - bottom) * page.unit };
  return page.rotate % 180 === 0 ? upright : { width: upright.height, height: upright.width };
}

/** Converts a rectangle of page space to points from the top left of the page as displayed. */
export function toDisplayed(page: Page, box: Box): Place {
  const { unit } = page;
  const { x, y, width, height } = turned(page, box);
  return { x: x * unit, y: y * unit, width: width * unit, height: height * unit };
}

type Place = { x: number; y: number; width: number; height: number };

function turned(page: Page, box: Box): Place {
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
