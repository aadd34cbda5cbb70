import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { subsetTrueType } from '../../../src/stamping/fonts/truetype-subset.ts';

const { resolve } = createRequire(import.meta.url);
const font = readFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
const original = fontkit.create(font);
/** é has components: the letter and its accent. */
const glyphs = [0, ...[...'Aé1'].map((char) => original.glyphForCodePoint(char.codePointAt(0) ?? 0).id)];

interface TableEntry {
  /** Where the directory describes the table. */
  at: number;
  checksum: number;
  offset: number;
  length: number;
}

function tablesOf(file: Buffer): Map<string, TableEntry> {
  const entries = Array.from({ length: file.readUInt16BE(4) }, (_, index): [string, TableEntry] => {
    const at = 12 + index * 16;
    const [checksum = 0, offset = 0, length = 0] = [4, 8, 12].map((member) => file.readUInt32BE(at + member));
    return [file.toString('latin1', at, at + 4), { at, checksum, offset, length }];
  });
  return new Map(entries);
}

function tableOf(file: Buffer, tag: string): TableEntry {
  const table = tablesOf(file).get(tag);
  if (table === undefined) throw new Error(`The font has no ${tag} table.`);
  return table;
}

/** The same font with 16-bit glyph offsets (OpenType, `loca`, short version). */
function withShortOffsets(file: Buffer): Buffer {
  const short = Buffer.from(file);
  const loca = tableOf(file, 'loca');
  for (let index = 0; index < loca.length / 4; index++) {
    short.writeUInt16BE(file.readUInt32BE(loca.offset + index * 4) / 2, loca.offset + index * 2);
  }
  short.writeUInt32BE(loca.length / 2, loca.at + 12);
  short.writeInt16BE(0, tableOf(file, 'head').offset + 50);
  return short;
}

test('a subset has the outlines and widths of its glyphs, and of the components of these', () => {
  const subset = fontkit.create(subsetTrueType(font, glyphs));
  expect(subset.numGlyphs).toBe(glyphs.length + 2);
  glyphs.forEach((id, index) => {
    expect(subset.getGlyph(index).path.toSVG()).toBe(original.getGlyph(id).path.toSVG());
    expect(subset.getGlyph(index).advanceWidth).toBe(original.getGlyph(id).advanceWidth);
  });
});

test('each table of a subset has its checksum', () => {
  const subset = subsetTrueType(font, glyphs);
  const tables = tablesOf(subset);
  expect([...tables.keys()]).toEqual(
    expect.arrayContaining(['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']),
  );
  for (const { checksum, offset, length } of tables.values()) {
    let sum = 0;
    for (let at = offset; at < offset + length; at += 4) sum = (sum + subset.readUInt32BE(at)) >>> 0;
    expect(checksum).toBe(sum);
  }
});

test('a font with short glyph offsets has the same subset as with long ones', () => {
  const long = subsetTrueType(font, glyphs);
  const wanted = [0, 2, 1];
  expect(subsetTrueType(withShortOffsets(long), wanted)).toEqual(subsetTrueType(long, wanted));
});
