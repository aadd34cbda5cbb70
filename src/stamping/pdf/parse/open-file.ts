import { PDFArray, PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { findDict, findNameText } from '../objects.ts';
import { ObjectFinder } from './object-finder.ts';
import { readXref } from './read-xref.ts';
import { scanFile } from './scan-file.ts';

/** A PDF whose living objects have been read. */
export interface OpenedFile {
  context: PDFContext;
  catalog: PDFDict;
}

export interface Encrypted {
  isEncrypted: true;
  /** What the trailer names as the document's information (ISO 32000-1, 14.3.3). */
  info: PDFObject | undefined;
}

/**
 * Reads the objects a PDF's root leads to: by its cross-references when they hold, else by a scan, as viewers do
 * (ISO 32000-1, 7.5). Null when no root with pages is to be found, or the file ends before what it refers to.
 */
export function openFile(pdf: Uint8Array): OpenedFile | Encrypted | null {
  const whole = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const header = Math.max(0, whole.indexOf('%PDF-'));
  const body = whole.subarray(header);
  // Junk before the header counts in the offsets of some files and not in those of others.
  for (const bytes of header === 0 ? [whole] : [body, whole]) {
    const opened = openByXref(bytes);
    if (opened !== null) return opened;
  }
  return openByScan(body);
}

function openByXref(bytes: Buffer): OpenedFile | Encrypted | null {
  const context = PDFContext.create();
  const index = readXref({ bytes, context, findLength: () => undefined });
  if (index === null) return null;
  if (index.trailer.Encrypt !== undefined) return { isEncrypted: true, info: index.trailer.Info };
  const finder = new ObjectFinder({ bytes, context }, index);
  const root = rootOf(index.trailer.Root, finder);
  const opened = root ? openFrom(context, finder, root) : null;
  return finder.isIndexWrong ? null : opened;
}

function openByScan(bytes: Buffer): OpenedFile | Encrypted | null {
  const context = PDFContext.create();
  const index = scanFile({ bytes, context, findLength: () => undefined });
  if (index.trailer.Encrypt !== undefined) return { isEncrypted: true, info: index.trailer.Info };
  const finder = new ObjectFinder({ bytes, context }, index);
  const root = rootOf(index.trailer.Root, finder) ?? searchRoot(finder);
  const opened = root ? openFrom(context, finder, root) : null;
  return opened !== null && opened.missing > 0 && isCutOff(bytes) ? null : opened;
}

/** Reads all that the root leads to. */
function openFrom(
  context: PDFContext,
  finder: ObjectFinder,
  root: PDFRef,
): (OpenedFile & { missing: number }) | null {
  const { trailer } = finder.index;
  context.trailerInfo = { ...trailer, Root: root };
  const missing = assignReachable(context, finder, [root, trailer.Info, trailer.ID]);
  const catalog = context.lookup(root);
  if (!(catalog instanceof PDFDict) || findDict(catalog, 'Pages') === undefined) return null;
  return { context, catalog, missing };
}

/** The reference to the root, when there is a dictionary with pages. */
function rootOf(value: PDFObject | undefined, finder: ObjectFinder): PDFRef | undefined {
  if (!(value instanceof PDFRef)) return undefined;
  const root = finder.find(value.objectNumber);
  return root instanceof PDFDict && root.has(PDFName.of('Pages')) ? value : undefined;
}

/** A root no trailer names: the last catalog of the file. */
function searchRoot(finder: ObjectFinder): PDFRef | undefined {
  for (const number of [...finder.index.places.keys()].toReversed()) {
    const object = finder.find(number);
    if (!(object instanceof PDFDict) || findNameText(object, 'Type') !== 'Catalog') continue;
    if (object.has(PDFName.of('Pages'))) return PDFRef.of(number);
  }
  return undefined;
}

/** A whole file ends with the place of its cross-references, or at least has a trailer (7.5.5). */
function isCutOff(bytes: Buffer): boolean {
  return bytes.lastIndexOf('startxref') < 0 && bytes.lastIndexOf('trailer') < 0;
}

/** Makes known to the context all that the roots lead to; answers how many references lead nowhere. */
function assignReachable(
  context: PDFContext,
  finder: ObjectFinder,
  roots: readonly (PDFObject | undefined)[],
): number {
  let missing = 0;
  const seen = new Set<number>();
  const pending: (PDFObject | undefined)[] = [...roots];
  while (pending.length > 0) {
    const object = pending.pop();
    if (object instanceof PDFRef) {
      if (seen.has(object.objectNumber)) continue;
      seen.add(object.objectNumber);
      const target = finder.find(object.objectNumber);
      if (target === undefined) missing++;
      else context.assign(object, target);
      pending.push(target);
    } else if (object instanceof PDFDict || object instanceof PDFStream) {
      for (const value of (object instanceof PDFDict ? object : object.dict).values()) pending.push(value);
    } else if (object instanceof PDFArray) {
      for (const value of object.asArray()) pending.push(value);
    }
  }
  return missing;
}
