import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
} from './pdf-lib.ts';

/** A new stream; `content` has one character for each byte. */
export function makeStream(context: PDFContext, content: string): PDFRawStream {
  return PDFRawStream.of(PDFDict.withContext(context), Buffer.from(content, 'latin1'));
}

/** A form XObject (ISO 32000-1, 8.10) with the size of a widget. */
export function makeForm(
  context: PDFContext,
  form: { width: number; height: number; matrix: string; resources?: PDFDict; content: string },
): PDFRawStream {
  const stream = makeStream(context, form.content);
  const set = (key: string, value: PDFObject) => stream.dict.set(PDFName.of(key), value);
  set('Type', PDFName.of('XObject'));
  set('Subtype', PDFName.of('Form'));
  set('BBox', makeNumbers(context, [0, 0, form.width, form.height]));
  set('Matrix', makeNumbers(context, form.matrix.split(' ').map(Number)));
  set('Resources', form.resources ?? PDFDict.withContext(context));
  return stream;
}

function makeNumbers(context: PDFContext, numbers: readonly number[]): PDFArray {
  return makeArray(
    context,
    numbers.map((value) => PDFNumber.of(value)),
  );
}

export function makeArray(context: PDFContext, items: readonly PDFObject[]): PDFArray {
  const array = PDFArray.withContext(context);
  for (const item of items) array.push(item);
  return array;
}

/** A placeholder for an object that is written later under its own number. */
export function placeholder(context: PDFContext): PDFDict {
  return PDFDict.withContext(context);
}
