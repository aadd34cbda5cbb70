import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { resolve } from '../pdf/objects.ts';
import {
  PDFArray,
  type PDFContext,
  PDFHexString,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '../pdf/pdf-lib.ts';
import { keptMembers, type NumberOf, serialize } from '../pdf/serialize.ts';

/** The content of the shared part of all documents. */
interface BaseParts {
  context: PDFContext;
  /** Objects numbered from 1 in this order. */
  shared: readonly PDFObject[];
  numberOf: NumberOf;
  /** Number of the cross-reference stream; object streams take the numbers from `firstContainer` on. */
  firstContainer: number;
  /** One more than the highest number any document uses. */
  size: number;
  /** Trailer members: /Root, /Info, /ID. */
  trailer: string;
}

export interface Base {
  bytes: Buffer;
  /** Offset of the cross-reference stream: /Prev of every document. */
  xrefOffset: number;
}

/** Objects in one object stream. */
const perContainer = 200;

export function containerCount(shared: readonly PDFObject[]): number {
  return Math.ceil(shared.filter((object) => !(object instanceof PDFRawStream)).length / perContainer);
}

type Entry = readonly [type: number, second: number, third: number];

/**
 * Writes the shared objects: streams unchanged, other objects in object streams, and one cross-reference stream (ISO
 * 32000-1, 7.5.7 and 7.5.8). Numbers that documents define are free in it.
 */
export function writeBase(parts: BaseParts): Base {
  const { context, shared, numberOf } = parts;
  const chunks: Buffer[] = [];
  let length = 0;
  const entries: (Entry | undefined)[] = [[0, 0, 255]];
  const push = (text: string | Uint8Array) => {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : Buffer.from(text);
    chunks.push(bytes);
    length += bytes.length;
  };
  const begin = (number: number) => {
    entries[number] = [1, length, 0];
    push(`${number} 0 obj\n`);
  };
  // The comment marks the file as binary (7.5.2).
  push('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n');
  const packed: { number: number; source: string }[] = [];
  shared.forEach((object, index) => {
    const number = index + 1;
    if (!(object instanceof PDFRawStream)) {
      packed.push({ number, source: serialize(context, object, numberOf) });
      return;
    }
    begin(number);
    push(streamHead(context, object, numberOf));
    push(object.contents);
    push('\nendstream\nendobj\n');
  });
  let container = parts.firstContainer;
  for (let at = 0; at < packed.length; at += perContainer) {
    const group = packed.slice(at, at + perContainer);
    group.forEach(({ number }, index) => {
      entries[number] = [2, container, index];
    });
    begin(container);
    push(objectStream(group));
    container++;
  }
  const xrefOffset = length;
  begin(container);
  push(xrefStream(entries, parts));
  push(`startxref\n${xrefOffset}\n%%EOF\n`);
  return { bytes: Buffer.concat(chunks), xrefOffset };
}

function streamHead(context: PDFContext, stream: PDFRawStream, numberOf: NumberOf): string {
  let members = '';
  for (const [key, value] of keptMembers(stream.dict)) {
    const name = key.toString();
    if (name === '/Length') continue;
    const target = resolve(context, value);
    const number = target && numberOf(target);
    members += `${name} ${number === undefined ? serialize(context, value, numberOf) : `${number} 0 R`}`;
  }
  return `<<${members}/Length ${stream.contents.length}>>\nstream\n`;
}

function objectStream(group: readonly { number: number; source: string }[]): string {
  let index = '';
  let body = '';
  for (const { number, source } of group) {
    index += `${number} ${body.length} `;
    body += `${source}\n`;
  }
  const data = deflateSync(Buffer.from(index + body, 'latin1'), { level: 9 });
  const members = `/Type/ObjStm/N ${group.length}/First ${index.length}/Filter/FlateDecode/Length ${data.length}`;
  return `<<${members}>>\nstream\n${data.toString('latin1')}\nendstream\nendobj\n`;
}

function xrefStream(entries: readonly (Entry | undefined)[], parts: BaseParts): string {
  const rows = Buffer.alloc(parts.size * 7);
  for (let number = 0; number < parts.size; number++) {
    const [type, second, third] = entries[number] ?? [0, 0, 0];
    rows.writeUInt8(type, number * 7);
    rows.writeUInt32BE(second, number * 7 + 1);
    rows.writeUInt16BE(third, number * 7 + 5);
  }
  const data = deflateSync(rows, { level: 9 });
  const members = `/Type/XRef/Size ${parts.size}/W[1 4 2]${parts.trailer}/Filter/FlateDecode/Length ${data.length}`;
  return `<<${members}>>\nstream\n${data.toString('latin1')}\nendstream\nendobj\n`;
}

/**
 * The file identifier (14.4): the template's own, else one derived from its bytes, so that outputs do not depend on
 * the time.
 */
export function fileIdentifier(context: PDFContext, pdf: Uint8Array): string {
  const given = resolve(context, context.trailerInfo.ID);
  const [first] = given instanceof PDFArray ? given.asArray() : [];
  const bytes =
    first instanceof PDFHexString || first instanceof PDFString
      ? Buffer.from(first.asBytes())
      : createHash('md5').update(pdf).digest();
  const id = `<${bytes.toString('hex')}>`;
  return `/ID[${id}${id}]`;
}
