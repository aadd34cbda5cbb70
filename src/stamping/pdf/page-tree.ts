import { StampingError } from '../types.ts';
import { type Box, findBox } from './boxes.ts';
import type { PdfSource } from './load.ts';
import { findArray, findDict, findNameText, findNumber, resolve } from './objects.ts';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from './pdf-lib.ts';

/** Attributes that a page inherits from its parent nodes (ISO 32000-1, 7.7.3.4). */
export interface Inherited {
  resources?: PDFDict | undefined;
  mediaBox?: Box | undefined;
  cropBox?: Box | undefined;
  rotate?: number | undefined;
}

/** A page of the tree. */
interface Leaf {
  dict: PDFDict;
  /** Its reference in the tree; undefined for a direct object. */
  reference: PDFRef | undefined;
  own: Inherited;
}

interface Node {
  object: PDFObject | undefined;
  inherited: Inherited;
  parent: PDFDict | undefined;
}

/**
 * The pages of the tree in order, and whether the tree is valid and can be written unchanged. Cycles end; deep trees
 * need no stack.
 * @throws StampingError PDF_TOO_MANY_PAGES
 */
export function walkPageTree(source: PdfSource, maxPages: number): { leaves: Leaf[]; isRegular: boolean } {
  const leaves: Leaf[] = [];
  const seen = new Set<PDFDict>();
  const root = source.catalog.get(PDFName.of('Pages'));
  let isRegular = root instanceof PDFRef;
  let count = 0;
  const pending: Node[] = [{ object: root, inherited: {}, parent: undefined }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const dict = resolve(source.context, next.object);
    const kids = dict instanceof PDFDict ? findArray(dict, 'Kids') : undefined;
    const isNew = dict instanceof PDFDict && !seen.has(dict);
    isRegular &&= isNew && isAsItShouldBe(dict, next, kids !== undefined);
    // A repeated node is a cycle; a repeated page is allowed.
    if (!(dict instanceof PDFDict) || (!isNew && kids !== undefined)) continue;
    seen.add(dict);
    const own = inherit(dict, next.inherited);
    if (kids === undefined) {
      if (next.parent === undefined && findNameText(dict, 'Type') !== 'Page') continue;
      leaves.push(toLeaf(isNew ? dict : copyOf(dict), next.object, { own, isNew }));
      if (leaves.length > maxPages) throw tooMany(maxPages);
      continue;
    }
    if (next.parent === undefined) count = findNumber(dict, 'Count') ?? -1;
    for (const object of kids.asArray().toReversed()) pending.push({ object, inherited: own, parent: dict });
  }
  return { leaves, isRegular: isRegular && count === leaves.length };
}

function toLeaf(
  dict: PDFDict,
  object: PDFObject | undefined,
  { own, isNew }: { own: Inherited; isNew: boolean },
): Leaf {
  return { dict, reference: isNew && object instanceof PDFRef ? object : undefined, own };
}

function isAsItShouldBe(dict: PDFDict, { object, parent }: Node, hasKids: boolean): boolean {
  if (!(object instanceof PDFRef)) return false;
  if (findNameText(dict, 'Type') !== (hasKids ? 'Pages' : 'Page')) return false;
  return findDict(dict, 'Parent') === parent;
}

function copyOf(dict: PDFDict): PDFDict {
  return PDFDict.fromMapWithContext(new Map(dict.entries()), dict.context);
}

function inherit(node: PDFDict, from: Inherited): Inherited {
  return {
    resources: findDict(node, 'Resources') ?? from.resources,
    mediaBox: findBox(node, 'MediaBox') ?? from.mediaBox,
    cropBox: findBox(node, 'CropBox') ?? from.cropBox,
    rotate: findNumber(node, 'Rotate') ?? from.rotate,
  };
}

function tooMany(maxPages: number): StampingError {
  return new StampingError('PDF_TOO_MANY_PAGES', `The PDF has more than ${maxPages} pages. Split the file.`);
}

/** Replaces a damaged page tree by a flat one. Each page gets its inherited attributes. */
export function replacePageTree({ catalog, context }: PdfSource, leaves: readonly Leaf[]): void {
  const kids = PDFArray.withContext(context);
  const tree = PDFDict.withContext(context);
  const root = context.register(tree);
  tree.set(PDFName.of('Type'), PDFName.of('Pages'));
  tree.set(PDFName.of('Count'), PDFNumber.of(leaves.length));
  tree.set(PDFName.of('Kids'), kids);
  for (const { dict, reference, own } of leaves) {
    kids.push(reference ?? context.register(dict));
    dict.set(PDFName.of('Type'), PDFName.of('Page'));
    dict.set(PDFName.of('Parent'), root);
    if (own.resources) dict.set(PDFName.of('Resources'), own.resources);
    if (own.mediaBox) dict.set(PDFName.of('MediaBox'), context.obj([...own.mediaBox]));
    if (own.cropBox) dict.set(PDFName.of('CropBox'), context.obj([...own.cropBox]));
    if (own.rotate) dict.set(PDFName.of('Rotate'), PDFNumber.of(own.rotate));
  }
  catalog.set(PDFName.of('Pages'), root);
}
