import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
  PDFString,
} from './pdf-lib.ts';

/**
 * Tolerant access to PDF objects. A missing or dangling value, or one of another type, is undefined instead of an
 * exception: a form that viewers can show must not be rejected because of one invalid member.
 */

type Maybe = PDFObject | undefined;

/** Follows a reference, and a short chain of references, which ISO 32000-1, 7.3.10 forbids. */
export function resolve(context: PDFContext, object: Maybe): Maybe {
  let current = object;
  for (let step = 0; step < 8 && current instanceof PDFRef; step++) current = context.lookup(current);
  return current instanceof PDFRef ? undefined : current;
}

export function findDict(dict: PDFDict, key: string): PDFDict | undefined {
  const value = resolve(dict.context, dict.get(PDFName.of(key)));
  return value instanceof PDFDict ? value : undefined;
}

export function findStream(dict: PDFDict, key: string): PDFStream | undefined {
  const value = resolve(dict.context, dict.get(PDFName.of(key)));
  return value instanceof PDFStream ? value : undefined;
}

export function findArray(dict: PDFDict, key: string): PDFArray | undefined {
  const value = resolve(dict.context, dict.get(PDFName.of(key)));
  return value instanceof PDFArray ? value : undefined;
}

export function findNumber(dict: PDFDict, key: string): number | undefined {
  const value = resolve(dict.context, dict.get(PDFName.of(key)));
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

/** A name without its slash, `#xx` decoded to one character a byte. */
export function findNameText(dict: PDFDict, key: string): string | undefined {
  return nameText(resolve(dict.context, dict.get(PDFName.of(key))));
}

export function nameText(object: Maybe): string | undefined {
  return object instanceof PDFName
    ? object
        .asString()
        .slice(1)
        .replace(/#([\da-fA-F]{2})/g, decodeByte)
    : undefined;
}

function decodeByte(_: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

/** A text string (7.9.2.2) as Unicode. */
export function findText(dict: PDFDict, key: string): string | undefined {
  return stringText(resolve(dict.context, dict.get(PDFName.of(key))));
}

export function stringText(object: Maybe): string | undefined {
  if (!(object instanceof PDFString || object instanceof PDFHexString)) return undefined;
  const bytes = object.asBytes();
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return new TextDecoder().decode(bytes.subarray(3));
  }
  return object.decodeText();
}

/** A byte string as one character a byte: default appearances and the like. */
export function findByteText(dict: PDFDict, key: string): string | undefined {
  const value = resolve(dict.context, dict.get(PDFName.of(key)));
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return undefined;
  return Buffer.from(value.asBytes()).toString('latin1');
}

/** Items of an array with resolved references. */
export function resolvedItems(array: PDFArray): Maybe[] {
  return Array.from({ length: array.size() }, (_, index) => {
    const item = array.lookup(index);
    return item instanceof PDFRef ? undefined : item;
  });
}

/** An array of at least `count` finite numbers, else undefined. */
export function findNumbers(dict: PDFDict, key: string, count: number): number[] | undefined {
  const array = findArray(dict, key);
  if (array === undefined || array.size() < count) return undefined;
  const numbers = resolvedItems(array).map((item) =>
    item instanceof PDFNumber ? item.asNumber() : Number.NaN,
  );
  return numbers.every((value) => Number.isFinite(value)) ? numbers : undefined;
}
