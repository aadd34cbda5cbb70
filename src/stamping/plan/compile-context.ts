import { PDFDict, PDFName, type PDFObject, type PDFRawStream, type PDFRef } from 'pdf-lib';
import { placeholder } from '../pdf/build.ts';
import type { PdfSource } from '../pdf/load.ts';
import { findDict } from '../pdf/objects.ts';
import type { Page } from '../pdf/pages.ts';
import type { FontTable } from './font-table.ts';

/** What a page gets besides its own content. */
export interface PageEdit {
  /** Operators that are the same in every document: frames, untouched fields. */
  shared: string;
  /** Stands for the content each document writes, if any does. */
  content: PDFDict | null;
  /** Stands for the fonts of the page, which a document may add to. */
  fonts: PDFDict | null;
  /** XObjects the page must know, with their resource names. */
  forms: Map<PDFObject, string>;
}

/** A template while plans are made for it. */
export interface CompileContext {
  source: PdfSource;
  pages: readonly Page[];
  flatten: boolean;
  fonts: FontTable;
  /** Objects each document writes itself, in the order of their numbers. */
  own: Set<PDFDict>;
  edits: Map<number, PageEdit>;
  /** Frames of widgets, and the resources of appearances that show them, by what makes them differ. */
  frames: Map<string, PDFRawStream>;
  sharedAppearances: Map<string, SharedAppearance>;
}

/** What appearances of one size, frame and font have in common. */
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

/** Makes a page ready for text that documents draw. */
export function openForDrawing(compileContext: CompileContext, page: number): void {
  const edit = editOf(compileContext, page);
  if (edit.content) return;
  edit.content = reserve(compileContext);
  edit.fonts = reserve(compileContext);
}

/** An object each document writes; its number is known once all plans are drafted. */
export function reserve(compileContext: CompileContext, dict?: PDFDict): PDFDict {
  const reserved = dict ?? placeholder(compileContext.source.context);
  compileContext.own.add(reserved);
  return reserved;
}

/** The resource name under which a page knows a form XObject. */
export function formName(compileContext: CompileContext, page: number, form: PDFObject): string {
  const { forms } = editOf(compileContext, page);
  const name = forms.get(form) ?? `StX${forms.size}`;
  forms.set(form, name);
  return name;
}

/** Fonts a widget or the form names (12.7.3.3): the form's resources first, then the widget's own appearance. */
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
