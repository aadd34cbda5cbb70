/** Creates a subset of a TrueType font (OpenType 1.9: glyf, loca, hmtx, head, hhea, maxp). */

interface Table {
  offset: number;
  length: number;
}

/** Component flags of a composite glyph. */
const argsAreWords = 0x0001;
const hasScale = 0x0008;
const moreComponents = 0x0020;
const hasXyScale = 0x0040;
const hasTwoByTwo = 0x0080;

/** Tables that hinted glyphs need unchanged. */
const copied = ['cvt ', 'fpgm', 'prep'];

/**
 * @param font a complete TrueType font.
 * @param glyphs ids of the glyphs of the subset; the first must be 0. Their index in the list is their new id.
 * @returns a font file for a FontFile2 stream (ISO 32000-1, 9.9). The same glyphs give the same bytes.
 */
export function subsetTrueType(font: Buffer, glyphs: readonly number[]): Buffer {
  const tables = readDirectory(font);
  const table = (tag: string) => {
    const found = tables.get(tag);
    if (!found) throw new Error(`The font has no ${tag} table.`);
    return font.subarray(found.offset, found.offset + found.length);
  };
  const outlines = collectOutlines({ glyf: table('glyf'), loca: table('loca'), head: table('head') }, glyphs);
  const count = outlines.ids.length;
  const head = Buffer.from(table('head'));
  head.writeUInt32BE(0, 8);
  head.writeInt16BE(1, 50);
  const maxp = Buffer.from(table('maxp'));
  maxp.writeUInt16BE(count, 4);
  const hhea = Buffer.from(table('hhea'));
  const metrics = cutMetrics(table('hmtx'), hhea.readUInt16BE(34), outlines.ids);
  hhea.writeUInt16BE(count, 34);
  const parts = new Map<string, Buffer>([
    ['glyf', outlines.glyf],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', metrics],
    ['loca', outlines.loca],
    ['maxp', maxp],
  ]);
  for (const tag of copied) if (tables.has(tag)) parts.set(tag, table(tag));
  return assemble(parts);
}

function readDirectory(font: Buffer): Map<string, Table> {
  const tables = new Map<string, Table>();
  const count = font.readUInt16BE(4);
  for (let i = 0; i < count; i++) {
    const at = 12 + i * 16;
    tables.set(font.toString('latin1', at, at + 4), {
      offset: font.readUInt32BE(at + 8),
      length: font.readUInt32BE(at + 12),
    });
  }
  return tables;
}

interface GlyphTables {
  glyf: Buffer;
  loca: Buffer;
  head: Buffer;
}

/** The outlines in their new order. Components of composite glyphs follow at the end. */
function collectOutlines({ glyf, loca, head }: GlyphTables, glyphs: readonly number[]) {
  const long = head.readInt16BE(50) === 1;
  const offsetOf = (id: number) => (long ? loca.readUInt32BE(id * 4) : loca.readUInt16BE(id * 2) * 2);
  const ids = [...glyphs];
  const newIds = new Map(ids.map((id, index) => [id, index]));
  const newIdOf = (id: number) => {
    const known = newIds.get(id);
    if (known !== undefined) return known;
    newIds.set(id, ids.length);
    return ids.push(id) - 1;
  };
  const outlines: Buffer[] = [];
  const offsets = [0];
  let length = 0;
  for (let index = 0; index < ids.length; index++) {
    const id = ids[index] ?? 0;
    const outline = Buffer.from(glyf.subarray(offsetOf(id), offsetOf(id + 1)));
    if (outline.length > 10 && outline.readInt16BE(0) < 0) renumberComponents(outline, newIdOf);
    const padded = Buffer.alloc((outline.length + 3) & ~3);
    outline.copy(padded);
    outlines.push(padded);
    length += padded.length;
    offsets.push(length);
  }
  const newLoca = Buffer.alloc(offsets.length * 4);
  offsets.forEach((offset, index) => {
    newLoca.writeUInt32BE(offset, index * 4);
  });
  return { ids, glyf: Buffer.concat(outlines), loca: newLoca };
}

function renumberComponents(outline: Buffer, newIdOf: (id: number) => number): void {
  let at = 10;
  for (let flags = moreComponents; flags & moreComponents; ) {
    flags = outline.readUInt16BE(at);
    outline.writeUInt16BE(newIdOf(outline.readUInt16BE(at + 2)), at + 2);
    at += 4 + (flags & argsAreWords ? 4 : 2);
    if (flags & hasScale) at += 2;
    else if (flags & hasXyScale) at += 4;
    else if (flags & hasTwoByTwo) at += 8;
  }
}

function cutMetrics(hmtx: Buffer, longCount: number, ids: readonly number[]): Buffer {
  const metrics = Buffer.alloc(ids.length * 4);
  ids.forEach((id, index) => {
    const advance = hmtx.readUInt16BE(Math.min(id, longCount - 1) * 4);
    const bearing = id < longCount ? id * 4 + 2 : longCount * 4 + (id - longCount) * 2;
    metrics.writeUInt16BE(advance, index * 4);
    metrics.writeInt16BE(hmtx.readInt16BE(bearing), index * 4 + 2);
  });
  return metrics;
}

function assemble(parts: Map<string, Buffer>): Buffer {
  const tags = [...parts.keys()].sort();
  const power = 2 ** Math.floor(Math.log2(tags.length));
  const header = Buffer.alloc(12 + tags.length * 16);
  header.writeUInt32BE(0x0001_0000, 0);
  header.writeUInt16BE(tags.length, 4);
  header.writeUInt16BE(power * 16, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((tags.length - power) * 16, 10);
  const body: Buffer[] = [];
  let offset = header.length;
  tags.forEach((tag, index) => {
    const part = parts.get(tag) ?? Buffer.alloc(0);
    const padded = Buffer.alloc((part.length + 3) & ~3);
    part.copy(padded);
    const at = 12 + index * 16;
    header.write(tag, at, 'latin1');
    header.writeUInt32BE(checksum(padded), at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(part.length, at + 12);
    body.push(padded);
    offset += padded.length;
  });
  return Buffer.concat([header, ...body]);
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
