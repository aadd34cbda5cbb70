import { findDict, findNameText } from '../objects.ts';
import { PDFArray, PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from '../pdf-lib.ts';
import { ObjectFinder } from './object-finder.ts';
import { readXref } from './read-xref.ts';
import { scanFile } from './scan-file.ts';

/** A PDF with its reachable objects. */
interface OpenedFile {
  context: PDFContext;
  catalog: PDFDict;
}

export interface Encrypted {
  isEncrypted: true;
  /** The trailer's reference to the document information (ISO 32000-1, 14.3.3). */
  info: PDFObject | undefined;
}

/**
 * Reads the objects that are reachable from a PDF's root: through the cross-reference tables when they are valid,
 * else by a scan, as viewers do (ISO 32000-1, 7.5). Null when there is no root with pages, or the file is cut off.
 */
export function openFile(pdf: Uint8Array): OpenedFile | Encrypted | null {
  const whole = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const header = Math.max(0, whole.indexOf('%PDF-'));
  const body = whole.subarray(header);
  // Offsets include bytes before the header in some files and not in others.
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

/** Reads all objects that are reachable from the root. */
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

/** The reference to the root, when it is a dictionary with pages. */
function rootOf(value: PDFObject | undefined, finder: ObjectFinder): PDFRef | undefined {
  if (!(value instanceof PDFRef)) return undefined;
  const root = finder.find(value.objectNumber);
  return root instanceof PDFDict && root.has(PDFName.of('Pages')) ? value : undefined;
}

/** When no trailer has a root: the last catalog of the file. */
function searchRoot(finder: ObjectFinder): PDFRef | undefined {
  for (const number of [...finder.index.places.keys()].toReversed()) {
    const object = finder.find(number);
    if (!(object instanceof PDFDict) || findNameText(object, 'Type') !== 'Catalog') continue;
    if (object.has(PDFName.of('Pages'))) return PDFRef.of(number);
  }
  return undefined;
}

/** A complete file ends with the offset of its cross-references, or at least has a trailer (7.5.5). */
function isCutOff(bytes: Buffer): boolean {
  return bytes.lastIndexOf('startxref') < 0 && bytes.lastIndexOf('trailer') < 0;
}

/** Adds all reachable objects to the context. Returns the number of references to missing objects. */
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
