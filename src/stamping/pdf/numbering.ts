import { resolve } from './objects.ts';
import { type PDFContext, type PDFDict, PDFName, type PDFObject, PDFRawStream } from './pdf-lib.ts';
import { canBeIndirect, childrenOf, isReference } from './serialize.ts';

/** Object numbers of an output: the shared objects first, then the others. */
interface Numbering {
  /** The objects of the base, in the order of their numbers (from 1). */
  shared: PDFObject[];
  numberOf: (object: PDFObject) => number | undefined;
  /** Assigns a number to an object that is not shared. */
  assign: (object: PDFObject, number: number) => void;
}

/**
 * Numbers the objects that are reachable from the roots. Dictionaries in `apart` are written elsewhere: they get no
 * number here, but the objects they refer to are shared.
 */
export function numberObjects(
  context: PDFContext,
  roots: readonly PDFObject[],
  apart: readonly PDFDict[],
): Numbering {
  const apartSet = new Set<PDFObject>(apart);
  const shared: PDFObject[] = [];
  const numbers = new Map<PDFObject, number>();
  const seen = new Set<PDFObject>();
  const pending: { object: PDFObject; alone: boolean }[] = [];
  for (const root of [...roots, ...apart]) pending.push({ object: root, alone: true });
  for (let at = 0; at < pending.length; at++) {
    const next = pending[at];
    if (next === undefined) break;
    const { object, alone } = next;
    if (alone && !apartSet.has(object) && !numbers.has(object)) {
      shared.push(object);
      numbers.set(object, shared.length);
    }
    if (seen.has(object)) continue;
    seen.add(object);
    for (const child of childrenOf(object)) {
      const target = resolve(context, child);
      if (canBeIndirect(target) && !isContainer(target)) {
        pending.push({ object: target, alone: isReference(child) || target instanceof PDFRawStream });
      }
    }
  }
  return {
    shared,
    numberOf: (object) => numbers.get(object),
    assign: (object, number) => {
      numbers.set(object, number);
    },
  };
}

/** Object streams and cross-reference streams are not part of the document's content. */
function isContainer(object: PDFObject): boolean {
  if (!(object instanceof PDFRawStream)) return false;
  const type = object.dict.get(PDFName.of('Type'));
  return type === PDFName.of('ObjStm') || type === PDFName.of('XRef');
}
