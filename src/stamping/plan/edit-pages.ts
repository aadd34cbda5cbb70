import { makeArray, makeStream } from '../pdf/build.ts';
import { guardsFor } from '../pdf/content-balance.ts';
import { findArray, findDict, resolve } from '../pdf/objects.ts';
import type { Page } from '../pdf/pages.ts';
import { type PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream } from '../pdf/pdf-lib.ts';
import type { CompileContext } from './compile-context.ts';

/** The objects that each document writes for a page. */
export interface PageSlot {
  page: number;
  content: PDFDict;
  fonts: PDFDict;
}

/**
 * Applies the collected edits to the page dictionaries. The content of a page is: its own content between guards,
 * then the shared drawing, then the drawing of each document.
 */
export function applyPageEdits(compileContext: CompileContext): PageSlot[] {
  const slots: PageSlot[] = [];
  for (const [index, edit] of [...compileContext.edits].sort(([a], [b]) => a - b)) {
    const page = compileContext.pages[index];
    if (page === undefined) continue;
    const { context } = compileContext.source;
    const resources = copyDict(page.resources, page.dict);
    if (edit.forms.size > 0) {
      const forms = copyDict(findDict(resources, 'XObject'), page.dict);
      for (const [form, name] of edit.forms) forms.set(PDFName.of(name), form);
      resources.set(PDFName.of('XObject'), forms);
    }
    if (edit.fonts) {
      // The placeholder contains the page's own fonts, so that each document writes them with its own.
      for (const [name, font] of findDict(resources, 'Font')?.entries() ?? []) edit.fonts.set(name, font);
      resources.set(PDFName.of('Font'), edit.fonts);
    }
    page.dict.set(PDFName.of('Resources'), resources);
    const own = contentsOf(page);
    const guards = guardsFor(own.map((object) => resolve(context, object)));
    const contents: PDFObject[] = [
      makeStream(context, guards.before),
      ...own,
      makeStream(context, guards.after + edit.shared),
    ];
    if (edit.content) contents.push(edit.content);
    page.dict.set(PDFName.of('Contents'), makeArray(context, contents));
    if (edit.content && edit.fonts) {
      slots.push({ page: index, content: edit.content, fonts: edit.fonts });
    }
  }
  return slots;
}

function contentsOf(page: Page): PDFObject[] {
  const key = PDFName.of('Contents');
  const value = page.dict.get(key);
  const target = resolve(page.dict.context, value);
  if (target instanceof PDFRawStream) return [target];
  const array: PDFArray | undefined = findArray(page.dict, 'Contents');
  return array ? array.asArray() : [];
}

/** Pages can share resources, so a page with additions gets a copy. */
function copyDict(dict: PDFDict | undefined, owner: PDFDict): PDFDict {
  const copy = PDFDict.withContext(owner.context);
  for (const [key, value] of dict?.entries() ?? []) copy.set(key, value);
  return copy;
}
