import { constants, inflateSync } from 'node:zlib';
import { StampingError } from '../../types.ts';
import { findDict, findNumber, nameText, resolvedItems } from '../objects.ts';
import { decodePDFRawStream, PDFArray, PDFDict, PDFName, type PDFRawStream } from '../pdf-lib.ts';

/** Object and cross-reference streams of real files are far smaller. */
const maxBytes = 64 * 1024 * 1024;

/**
 * The data of an object or cross-reference stream without predictor (ISO 32000-1, 7.4.4.4), as far as it is readable.
 * Undefined when nothing is readable.
 * @throws StampingError PDF_TOO_COMPLEX for a decompression bomb
 */
export function decodeStream(stream: PDFRawStream): Buffer | undefined {
  const { dict } = stream;
  const filter = filterOf(dict);
  if (filter === null) return Buffer.from(stream.contents);
  const data = filter === 'FlateDecode' || filter === 'Fl' ? inflate(stream.contents) : decodeOther(stream);
  return data && undoPredictor(data, dict);
}

function filterOf(dict: PDFDict): string | null {
  const filter = dict.lookup(PDFName.of('Filter'));
  if (filter instanceof PDFArray) {
    const names = resolvedItems(filter).map((item) => nameText(item) ?? '');
    return names.length === 0 ? null : names.join(' ');
  }
  return nameText(filter) ?? null;
}

function inflate(data: Uint8Array): Buffer | undefined {
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new StampingError(
        'PDF_TOO_COMPLEX',
        'The PDF contains too much compressed data. Print it to a new PDF and upload that file.',
      );
    }
    return undefined;
  }
}

function decodeOther(stream: PDFRawStream): Buffer | undefined {
  try {
    return Buffer.from(decodePDFRawStream(stream).decode());
  } catch {
    return undefined;
  }
}

function undoPredictor(data: Buffer, dict: PDFDict): Buffer {
  const list = dict.lookup(PDFName.of('DecodeParms'));
  const first = list instanceof PDFArray ? list.lookup(0) : undefined;
  const parameters = first instanceof PDFDict ? first : findDict(dict, 'DecodeParms');
  if (parameters === undefined || (findNumber(parameters, 'Predictor') ?? 1) < 10) return data;
  const bits = (findNumber(parameters, 'Colors') ?? 1) * (findNumber(parameters, 'BitsPerComponent') ?? 8);
  const pixel = Math.max(1, Math.ceil(bits / 8));
  return undoPng(data, {
    pixel,
    width: Math.max(1, Math.ceil((bits * (findNumber(parameters, 'Columns') ?? 1)) / 8)),
  });
}

/** Reverses the PNG filters (PNG specification, section 9), row by row. */
function undoPng(data: Buffer, { pixel, width }: { pixel: number; width: number }): Buffer {
  const rows = Math.floor((data.length + width) / (width + 1));
  const out = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row++) {
    const from = row * (width + 1);
    const to = row * width;
    const filter = data[from];
    for (let column = 0; column < width; column++) {
      const left = column >= pixel ? (out[to + column - pixel] ?? 0) : 0;
      const up = row > 0 ? (out[to + column - width] ?? 0) : 0;
      const upLeft = row > 0 && column >= pixel ? (out[to + column - width - pixel] ?? 0) : 0;
      const raw = data[from + 1 + column] ?? 0;
      out[to + column] = raw + predicted(filter, { left, up, upLeft });
    }
  }
  return out;
}

function predicted(
  filter: number | undefined,
  { left, up, upLeft }: { left: number; up: number; upLeft: number },
): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const [a, b, c] = [Math.abs(up - upLeft), Math.abs(left - upLeft), Math.abs(left + up - 2 * upLeft)];
      return a <= b && a <= c ? left : b <= c ? up : upLeft;
    }
    default:
      return 0;
  }
}
