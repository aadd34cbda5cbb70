import { PDFArray, PDFContext, PDFDict, PDFName, type PDFObject, PDFRef, PDFStream } from 'pdf-lib';
import { findDict } from '../objects.ts';
import { typeOf } from './decode-stream.ts';
import type { FileIndex } from './index-types.ts';
import { ObjectFinder } from './object-finder.ts';
import type { IndirectReader } from './read-indirect.ts';
import { readXref } from './read-xref.ts';
import { scanFile } from './scan-file.ts';

/** A PDF whose living objects have been read. */
export interface OpenedFile {
  context: PDFContext;
  catalog: PDFDict;
}

export interface Encrypted {
  isEncrypted: true;
}

/**
 * Reads the objects a PDF's root leads to: by its cross-references where they hold, else by a scan (ISO 32000-1,
 * 7.5). Null when no root with pages is to be found, or the file ends before what it refers to.
 */
export function openFile(pdf: Uint8Array): OpenedFile | Encrypted | null {
  const whole = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const header = Math.max(0, whole.indexOf('%PDF-'));
  // Junk before the header counts in the offsets of some files and not in those of others.
  const variants = header === 0 ? [whole] : [whole.subarray(header), whole];
  for (const bytes of variants) {
    const opened = openBy(bytes, readXref);
    if (opened !== null) return opened;
  }
  return openBy(variants[0] ?? whole, scanFile);
}

function openBy(
  bytes: Buffer,
  read: (reader: IndirectReader) => FileIndex | null,
): OpenedFile | Encrypted | null {
  const context = PDFContext.create();
  const index = read({ bytes, context, findLength: () => undefined });
  if (index === null) return null;
  if (index.trailer.Encrypt !== undefined) return { isEncrypted: true };
  const isScanned = read === scanFile;
  const finder = new ObjectFinder({ bytes, context }, index, isScanned);
  const root = rootOf(index.trailer.Root, finder) ?? (isScanned ? searchRoot(finder) : undefined);
  if (root === undefined) return null;
  context.trailerInfo = { ...index.trailer, Root: root };
  const missing = assignReachable(context, finder, [root, index.trailer.Info, index.trailer.ID]);
  const catalog = context.lookup(root);
  if (!(catalog instanceof PDFDict) || findDict(catalog, 'Pages') === undefined) return null;
  if (isScanned && missing > 0 && isCutOff(bytes)) return null;
  return { context, catalog };
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
    if (!(object instanceof PDFDict) || typeOf(object) !== 'Catalog') continue;
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
