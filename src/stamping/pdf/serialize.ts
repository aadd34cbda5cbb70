import { resolve } from './objects.ts';
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from './pdf-lib.ts';
import { isActiveMember } from './strip-active.ts';

/** New number of an indirect object; undefined for an object that is written in place. */
export type NumberOf = (object: PDFObject) => number | undefined;

/**
 * The source of an object, one character for each byte, with new object numbers. Small indirect values are written in
 * place, dangling references become null, active content is left out.
 */
export function serialize(context: PDFContext, object: PDFObject | undefined, numberOf: NumberOf): string {
  const write = (value: PDFObject | undefined, depth: number): string => {
    const target = resolve(context, value);
    if (target === undefined || depth > maxDepth) return 'null';
    const number = depth > 0 ? numberOf(target) : undefined;
    if (number !== undefined) return `${number} 0 R`;
    if (target instanceof PDFDict) return `<<${writeMembers(target, depth)}>>`;
    if (target instanceof PDFArray) {
      return `[${target
        .asArray()
        .map((item) => write(item, depth + 1))
        .join(' ')}]`;
    }
    return isPlain(target) ? target.toString() : 'null';
  };
  const writeMembers = (dict: PDFDict, depth: number): string => {
    let source = '';
    for (const [key, value] of keptMembers(dict)) source += `${key.toString()} ${write(value, depth + 1)}`;
    return source;
  };
  return write(object, 0);
}

/** Forms are never nested deeper. */
const maxDepth = 200;

/** The members of a dictionary that are written. */
export function keptMembers(dict: PDFDict): [PDFName, PDFObject][] {
  return dict
    .entries()
    .filter(([key, value]) => !isActiveMember(dict, key.asString().slice(1), resolve(dict.context, value)));
}

/** Values without references. */
function isPlain(object: PDFObject): boolean {
  return (
    object instanceof PDFString ||
    object instanceof PDFHexString ||
    object instanceof PDFName ||
    object instanceof PDFNumber ||
    object instanceof PDFBool
  );
}

/** Whether an object gets its own number when it is referenced. */
export function canBeIndirect(object: PDFObject | undefined): object is PDFDict | PDFArray | PDFRawStream {
  return object instanceof PDFDict || object instanceof PDFArray || object instanceof PDFRawStream;
}

/** The direct children of an object. */
export function childrenOf(object: PDFObject): PDFObject[] {
  if (object instanceof PDFStream) return keptMembers(object.dict).map(([, value]) => value);
  if (object instanceof PDFDict) return keptMembers(object).map(([, value]) => value);
  return object instanceof PDFArray ? object.asArray() : [];
}

export function isReference(object: PDFObject): object is PDFRef {
  return object instanceof PDFRef;
}
