import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import { resolve } from './objects.ts';
import { childrenOf, isReference, standsAlone } from './serialize.ts';

/** Object numbers of an output: the shared objects first, then what each document writes anew. */
export interface Numbering {
  /** Everything the base holds, in the order of its numbers (from 1). */
  shared: PDFObject[];
  numberOf: (object: PDFObject) => number | undefined;
}

/**
 * Numbers what is reachable from the roots. `own` are the dictionaries every document writes itself: they are
 * followed, since what they refer to is shared, and get the numbers from `firstOwn` on, in their given order.
 */
export function numberObjects(
  context: PDFContext,
  roots: readonly PDFObject[],
  own: readonly PDFDict[],
): Numbering & { firstOwn: (baseObjects: number) => void } {
  const ownSet = new Set<PDFObject>(own);
  const shared: PDFObject[] = [];
  const numbers = new Map<PDFObject, number>();
  const seen = new Set<PDFObject>();
  const pending: { object: PDFObject; alone: boolean }[] = [];
  for (const root of [...roots, ...own]) pending.push({ object: root, alone: true });
  for (let at = 0; at < pending.length; at++) {
    const next = pending[at];
    if (next === undefined) break;
    const { object, alone } = next;
    const isOwn = ownSet.has(object);
    if (alone && !isOwn && !numbers.has(object)) {
      shared.push(object);
      numbers.set(object, shared.length);
    }
    if (seen.has(object)) continue;
    seen.add(object);
    for (const child of childrenOf(object)) {
      const target = resolve(context, child);
      if (standsAlone(target) && !isIgnored(target)) {
        pending.push({ object: target, alone: isReference(child) || target instanceof PDFRawStream });
      }
    }
  }
  return {
    shared,
    numberOf: (object) => numbers.get(object),
    firstOwn: (baseObjects) => {
      own.forEach((dict, index) => {
        numbers.set(dict, baseObjects + 1 + index);
      });
    },
  };
}

/** Containers of other objects are never part of a document of their own. */
function isIgnored(object: PDFObject): boolean {
  if (!(object instanceof PDFRawStream)) return false;
  const type = object.dict.get(PDFName.of('Type'));
  return type === PDFName.of('ObjStm') || type === PDFName.of('XRef');
}

export function isDictionary(object: PDFObject): object is PDFDict {
  return object instanceof PDFDict;
}
