import { placeholder } from '../pdf/build.ts';
import type { PdfSource } from '../pdf/load.ts';
import { findDict } from '../pdf/objects.ts';
import type { Page } from '../pdf/pages.ts';
import { PDFDict, PDFName, type PDFObject, type PDFRawStream, type PDFRef } from '../pdf/pdf-lib.ts';
import type { FontTable } from './font-table.ts';

/** Additions to a page. */
interface PageEdit {
  /** Operators that are the same in every document: borders, fields that no row fills. */
  shared: string;
  /** Placeholder for the content that each document writes, if any. */
  content: PDFDict | null;
  /** Placeholder for the page's fonts, to which each document can add. */
  fonts: PDFDict | null;
  /** XObjects to add to the page's resources, with their names. */
  forms: Map<PDFObject, string>;
}

/** The state of a compilation. */
export interface CompileContext {
  source: PdfSource;
  pages: readonly Page[];
  flatten: boolean;
  fonts: FontTable;
  /** Objects that each document writes, in the order of their numbers. */
  own: Set<PDFDict>;
  edits: Map<number, PageEdit>;
  /** Borders of widgets, and resources of appearances, shared between equal widgets. */
  frames: Map<string, PDFRawStream>;
  sharedAppearances: Map<string, SharedAppearance>;
}

/** The shared parts of appearances with the same size, border and font. */
export interface SharedAppearance {
  resources: PDFDict;
  reference: PDFRef;
  frame: PDFRawStream | null;
}

export function editOf(compileContext: CompileContext, page: number): PageEdit {
  const known = compileContext.edits.get(page);
  if (known) return known;
  const edit: PageEdit = { shared: '', content: null, fonts: null, forms: new Map() };
  compileContext.edits.set(page, edit);
  return edit;
}

/** Reserves content and fonts of a page, so that documents can draw on it. */
export function openForDrawing(compileContext: CompileContext, page: number): void {
  const edit = editOf(compileContext, page);
  if (edit.content) return;
  edit.content = reserve(compileContext);
  edit.fonts = reserve(compileContext);
}

/** Reserves an object that each document writes. It gets its number after all plans are created. */
export function reserve(compileContext: CompileContext, dict?: PDFDict): PDFDict {
  const reserved = dict ?? placeholder(compileContext.source.context);
  compileContext.own.add(reserved);
  return reserved;
}

/** The resource name of a form XObject on a page. */
export function formName(compileContext: CompileContext, page: number, form: PDFObject): string {
  const { forms } = editOf(compileContext, page);
  const name = forms.get(form) ?? `StX${forms.size}`;
  forms.set(form, name);
  return name;
}

/** The font with this name (12.7.3.3): first from the form's resources, then from the widget's own appearance. */
export function findFont(compileContext: CompileContext, widget: PDFDict, name: string): PDFDict | undefined {
  const form = findDict(compileContext.source.catalog, 'AcroForm');
  const lists = [form && findDict(form, 'DR'), appearanceResources(widget), findDict(widget, 'DR')];
  for (const resources of lists) {
    const fonts = resources && findDict(resources, 'Font');
    const font = fonts && findDict(fonts, name);
    if (font) return font;
  }
  return undefined;
}

function appearanceResources(widget: PDFDict): PDFDict | undefined {
  const appearance = findDict(widget, 'AP')?.lookup(PDFName.of('N'));
  if (appearance === undefined || appearance instanceof PDFDict || !('dict' in appearance)) return undefined;
  return appearance.dict instanceof PDFDict ? findDict(appearance.dict, 'Resources') : undefined;
}
