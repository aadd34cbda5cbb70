import { crc32, deflateSync } from 'node:zlib';
import type { GlyphSubset } from './bundled-font.ts';
import { subsetTrueType } from './truetype-subset.ts';

/** The number of objects of an embedded font. */
export const fontObjectCount = 5;

/**
 * The objects of a composite font with a glyph subset (ISO 32000-1, 9.7.6 and 9.10.3), in the order of `numbers`; the
 * first is the font itself. One character for each byte, without `obj` and `endobj`. Deterministic: the tag is
 * derived from the glyphs.
 */
export function fontObjects(subset: GlyphSubset, numbers: readonly number[]): string[] {
  const { face } = subset;
  const [, descendant, descriptor, file, toUnicode] = numbers;
  const name = `${subsetTag(subset.glyphs)}+${face.name}`;
  const data = subsetTrueType(face.bytes, subset.glyphs);
  const system = '<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>';
  return [
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H` +
      `/DescendantFonts[${descendant} 0 R]/ToUnicode ${toUnicode} 0 R>>`,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo${system}/CIDToGIDMap/Identity` +
      `/FontDescriptor ${descriptor} 0 R/DW 600/W[0[${subset.widths.join(' ')}]]>>`,
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${face.box.join(' ')}]/ItalicAngle 0` +
      `/Ascent ${face.ascent}/Descent ${face.descent}/CapHeight 729/StemV 80/FontFile2 ${file} 0 R>>`,
    deflatedStream(data, `/Length1 ${data.length}`),
    deflatedStream(Buffer.from(unicodeMap(subset.texts), 'latin1'), ''),
  ];
}

function deflatedStream(data: Buffer, members: string): string {
  const packed = deflateSync(data, { level: 9 });
  const dict = `<</Length ${packed.length}/Filter/FlateDecode${members}>>`;
  return `${dict}\nstream\n${packed.toString('latin1')}\nendstream`;
}

/** 9.6.4: six letters that distinguish subsets of one font. */
function subsetTag(glyphs: readonly number[]): string {
  let hash = crc32(glyphs.join(','));
  let tag = '';
  for (let i = 0; i < 6; i++) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
}

/** 9.10.3: the text of each code, at most 100 lines in each section. */
function unicodeMap(texts: readonly string[]): string {
  const lines = texts.slice(1).map((text, index) => `<${hex16(index + 1)}><${utf16(text)}>`);
  const sections: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const part = lines.slice(at, at + 100);
    sections.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000><FFFF> endcodespacerange',
    ...sections,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

function hex16(value: number): string {
  return value.toString(16).padStart(4, '0').toUpperCase();
}

function utf16(text: string): string {
  let hex = '';
  for (let i = 0; i < text.length; i++) hex += hex16(text.charCodeAt(i));
  return hex;
}
