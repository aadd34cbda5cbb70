import type { Draw } from '../../../scripts/generate/examples/random.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { writeParts } from './zip-parts.ts';

/** An XLSX file and its unpacked parts. */
export interface Workbook {
  bytes: Buffer;
  parts: ReadonlyMap<string, Buffer>;
}

const attributes = [
  'r="XFD1048576"',
  'r="A999999999"',
  'r="ZZZZZ1"',
  'r="-1"',
  'r=""',
  't="s"',
  't="inlineStr"',
  't="e"',
  't="x"',
  's="99999"',
  's="-1"',
  'count="4294967295"',
  'ref="A1:XFD1048576"',
  'numFmtId="164"',
  'formatCode="[$-F800]dddd\\, mmmm dd\\, yyyy;@"',
  'formatCode="#,##0.00_);[Red](#,##0.00);&quot;"',
];
const texts = [
  '1e308',
  '-1',
  'NaN',
  '99999999999',
  '&#0;',
  '&#x110000;',
  '&amp',
  ']]>',
  '<![CDATA[x]]>',
  '46082.99999999',
  '',
];
const pieces = [
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<c>',
  '</row>',
  '<row r="2"><c r="B1"/></row>',
  '<is><t>x</t></is>',
  '<!--',
  '<?x',
  '\0',
  '\ufffe',
];

/** Applies one to four changes: to the bytes of the archive, the records of its directory, or the XML of its parts. */
export async function mutateXlsx(draw: Draw, { bytes, parts }: Workbook, other: Buffer): Promise<Buffer> {
  const kind = draw.between(1, 10);
  if (kind <= 3) return repeat(draw, bytes, (zip) => mutateBytes(draw, zip, other));
  if (kind <= 5) return repeat(draw, bytes, (zip) => mutateRecord(draw, zip));
  const list = [...parts];
  const at = draw.between(0, list.length - 1);
  const [name = '', part = Buffer.alloc(0)] = list[at] ?? [];
  const change = (xml: Buffer) => (draw.chance(25) ? mutateBytes(draw, xml, other) : mutateXml(draw, xml));
  list[at] = [draw.chance(5) ? `../${name}` : name, repeat(draw, part, change)];
  if (draw.chance(5)) list.splice(draw.between(0, list.length - 1), 1);
  if (draw.chance(5)) list.push(draw.pick(list));
  return writeParts(list);
}

function repeat(draw: Draw, bytes: Buffer, change: (bytes: Buffer) => Buffer): Buffer {
  let changed = bytes;
  for (let count = draw.between(1, 4); count > 0; count--) changed = change(changed);
  return changed;
}

/** Changes a field of a local header, a central header or the end of the directory (APPNOTE 4.3). */
function mutateRecord(draw: Draw, zip: Buffer): Buffer {
  const records: number[] = [];
  for (let at = zip.indexOf('PK'); at >= 0; at = zip.indexOf('PK', at + 2)) records.push(at);
  if (records.length === 0) return zip;
  const copy = Buffer.from(zip);
  const at = draw.pick(records) + draw.between(2, 46);
  if (at + 4 > copy.length) return copy;
  const value = draw.pick([
    0,
    1,
    0xff,
    0xffff,
    0x7fff_ffff,
    0xffff_ffff,
    zip.length,
    draw.between(0, zip.length),
  ]);
  if (draw.chance(50)) copy.writeUInt32LE(value, at);
  else copy.writeUInt16LE(value & 0xffff, at);
  return copy;
}

function mutateXml(draw: Draw, part: Buffer): Buffer {
  const xml = part.toString('latin1');
  const changes: [RegExp, () => string][] = [
    [/\b\w+="[^"]*"/g, () => draw.pick(attributes)],
    [/(?<=>)[^<]+(?=<)/g, () => draw.pick(texts)],
    [/<[^>]+>/g, () => ''],
    [/(?=<)/g, () => draw.pick(pieces)],
    [/<[^>]+>/g, () => draw.pick(xml.match(/<[^>]+>/g) ?? ['<x>'])],
    [/(?<=<)\/?\w+/g, () => `x:${draw.pick(['c', 'row', 'v', 'sheetData'])}`],
    [/(?=<c )/g, () => '<c><v>'.repeat(draw.between(1, 3000))],
  ];
  const [find, put] = draw.pick(changes);
  const found = [...xml.matchAll(find)];
  if (found.length === 0) return part;
  const match = draw.pick(found);
  const changed = xml.slice(0, match.index) + put() + xml.slice(match.index + match[0].length);
  return Buffer.from(changed, 'latin1');
}
