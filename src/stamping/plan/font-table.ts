import type { PDFContext, PDFDict } from 'pdf-lib';
import { bundledFace, type FaceStyle, faceStyleFor } from '../fonts/bundled-face.ts';
import { type BundledFont, createBundledFont, withoutInvisible } from '../fonts/bundled-font.ts';
import { createCompositeFont } from '../fonts/composite-font.ts';
import { createSimpleFont, createStandardFont } from '../fonts/simple-font.ts';
import { standardFontFor } from '../fonts/standard-fonts.ts';
import type { TextFont } from '../fonts/text-font.ts';
import { placeholder } from '../pdf/build.ts';
import { findNameText } from '../pdf/objects.ts';

/** A font of the base: how to write with it, and the object resources refer to. */
export interface TableFont {
  font: TextFont;
  object: PDFDict;
}

/** A field's font and what stands by for characters it does not have. */
export interface FieldFont {
  own: TableFont;
  style: FaceStyle;
  /** Shared subsets, tried in this order. */
  shared: TableFont[];
}

/** The fonts of a template's documents. Resource names are ours, so that no page's own names collide. */
export interface FontTable {
  /** The font a default appearance names, as the form defines it, else the standard font nearest to its name. */
  fieldFont: (name: string, dict: PDFDict | undefined) => FieldFont;
  /** Every font of the form or standard font in use. */
  readonly simple: readonly TableFont[];
  /** Subsets shared by all documents. */
  readonly bundled: readonly { font: BundledFont; object: PDFDict }[];
}

/** @param characters what the job will draw; without them every document carries its own subsets. */
export function createFontTable(context: PDFContext, characters: ReadonlySet<number> | null): FontTable {
  const simple: TableFont[] = [];
  const bundled: { font: BundledFont; object: PDFDict; style: FaceStyle }[] = [];
  const byDict = new Map<PDFDict, TableFont | null>();
  const byStandard = new Map<string, TableFont>();
  const standby = new Map<TextFont, TableFont[]>();

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
  const sharedSubset = (style: FaceStyle): TableFont => {
    const known = bundled.find((entry) => entry.style === style);
    if (known) return known;
    const font = createBundledFont(`/StB${bundled.length}`, style, characters ?? []);
    const entry = { font, object: placeholder(context), style };
    bundled.push(entry);
    return entry;
  };
  const sharedFor = (own: TextFont, style: FaceStyle): TableFont[] => {
    const known = standby.get(own);
    if (known) return known;
    const beyond = [...(characters ?? [])]
      .map((codePoint) => String.fromCodePoint(codePoint))
      .filter((char) => withoutInvisible(char) !== '' && own.widthOf(char) < 0);
    const missing = beyond.some((char) => bundledFace(style).glyphOf(char.codePointAt(0) ?? 0) === null);
    const styles: FaceStyle[] =
      beyond.length === 0 ? [] : missing && style !== 'sans' ? [style, 'sans'] : [style];
    const fonts = styles.map(sharedSubset);
    standby.set(own, fonts);
    return fonts;
  };

  return {
    simple,
    bundled,
    fieldFont: (name, dict) => {
      const baseFont = (dict && findNameText(dict, 'BaseFont')) ?? name;
      const own = (dict && fromForm(dict)) ?? standard(standardFontFor(baseFont));
      const style = faceStyleFor(baseFont);
      return { own, style, shared: sharedFor(own.font, style) };
    },
  };
}
