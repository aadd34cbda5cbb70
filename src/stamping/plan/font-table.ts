import { bundledFace, type FaceStyle, faceStyleFor } from '../fonts/bundled-face.ts';
import { withoutInvisible } from '../fonts/bundled-font.ts';
import { createCompositeFont } from '../fonts/composite-font.ts';
import { createSimpleFont, createStandardFont } from '../fonts/simple-font.ts';
import { standardFontFor } from '../fonts/standard-fonts.ts';
import type { TextFont } from '../fonts/text-font.ts';
import { findNameText } from '../pdf/objects.ts';
import type { PDFContext, PDFDict } from '../pdf/pdf-lib.ts';

/** A font of the base and its object. */
export interface TableFont {
  font: TextFont;
  object: PDFDict;
}

/** A field's font, and fallback fonts for characters it does not have, in order. */
export interface FieldFont {
  own: TableFont;
  standby: readonly FaceStyle[];
}

/** The fonts of a template's documents. Resource names are generated, so that they differ from the page's own. */
export interface FontTable {
  /** The font of a default appearance: from the form, else the most similar standard font. */
  fieldFont: (name: string, dict: PDFDict | undefined) => FieldFont;
  /** Every font of the form and every standard font in use. */
  readonly simple: readonly TableFont[];
  /** The fallback fonts that these characters need and that are worth sharing. */
  stylesFor: (characters: readonly number[]) => FaceStyle[];
}

/**
 * The largest shared subset. A glyph takes about 90 bytes, so a larger subset in every document would be larger than
 * each document's own.
 */
const mostSharedOfFile = 400;

/** @param furtherFonts font files for characters that the bundled fonts do not have. */
export function createFontTable(context: PDFContext, furtherFonts: readonly string[] = []): FontTable {
  const further = furtherFonts.map((file): FaceStyle => `file:${file}`);
  const simple: TableFont[] = [];
  const byDict = new Map<PDFDict, TableFont | null>();
  const byStandard = new Map<string, TableFont>();
  const inUse: FieldFont[] = [];

  const add = (object: PDFDict, make: (resource: string) => TextFont | null): TableFont | null => {
    const font = make(`/StF${simple.length}`);
    if (font === null) return null;
    const entry = { font, object };
    simple.push(entry);
    return entry;
  };
  const fromForm = (dict: PDFDict) => {
    const known = byDict.get(dict);
    if (known !== undefined) return known;
    const entry = add(
      dict,
      (resource) => createSimpleFont(resource, dict) ?? createCompositeFont(resource, dict),
    );
    byDict.set(dict, entry);
    return entry;
  };
  const standard = (name: ReturnType<typeof standardFontFor>) => {
    const text = name === 'Symbol' || name === 'ZapfDingbats' ? 'Helvetica' : name;
    const known = byStandard.get(text);
    if (known) return known;
    const object = context.obj({
      Type: 'Font',
      Subtype: 'Type1',
      BaseFont: text,
      Encoding: 'WinAnsiEncoding',
    });
    const entry = { font: createStandardFont(`/StF${simple.length}`, text), object };
    simple.push(entry);
    byStandard.set(text, entry);
    return entry;
  };
  const stylesBeyond = ({ own, standby }: FieldFont, characters: readonly number[]): FaceStyle[] => {
    let beyond = characters.filter((codePoint) => {
      const char = String.fromCodePoint(codePoint);
      return withoutInvisible(char) !== '' && own.font.widthOf(char) < 0;
    });
    const needed: FaceStyle[] = [];
    for (const style of standby) {
      if (beyond.length === 0) break;
      const lacking = beyond.filter((codePoint) => bundledFace(style).glyphOf(codePoint) === null);
      const isShared = !further.includes(style) || characters.length <= mostSharedOfFile;
      if (lacking.length < beyond.length && isShared) needed.push(style);
      beyond = lacking;
    }
    return needed;
  };

  return {
    simple,
    stylesFor: (characters) => [...new Set(inUse.flatMap((font) => stylesBeyond(font, characters)))],
    fieldFont: (name, dict) => {
      const baseFont = (dict && findNameText(dict, 'BaseFont')) ?? name;
      const own = (dict && fromForm(dict)) ?? standard(standardFontFor(baseFont));
      const style = faceStyleFor(baseFont);
      const known = inUse.find((font) => font.own === own && font.standby[0] === style);
      if (known) return known;
      const font = { own, standby: [...new Set<FaceStyle>([style, 'sans', ...further])] };
      inUse.push(font);
      return font;
    },
  };
}
