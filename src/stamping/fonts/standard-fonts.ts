import { Font, type IFontNames } from 'pdf-lib/standard-fonts';
import { glyphNameOf } from './glyph-names.ts';

/** Metrics of one of the 14 fonts every viewer has (ISO 32000-1, 9.6.2.2), in thousandths of the size. */
export interface StandardMetrics {
  widthOf: (codePoint: number) => number | undefined;
  ascent: number;
  descent: number;
  top: number;
  bottom: number;
}

/** Resource names that forms use for the standard fonts. */
const aliases: Record<string, IFontNames> = {
  Helv: 'Helvetica',
  HeBo: 'Helvetica-Bold',
  HeOb: 'Helvetica-Oblique',
  HeBO: 'Helvetica-BoldOblique',
  TiRo: 'Times-Roman',
  TiBo: 'Times-Bold',
  TiIt: 'Times-Italic',
  TiBI: 'Times-BoldItalic',
  Cour: 'Courier',
  CoBo: 'Courier-Bold',
  CoOb: 'Courier-Oblique',
  CoBO: 'Courier-BoldOblique',
  ZaDb: 'ZapfDingbats',
  Symb: 'Symbol',
};

const families: [RegExp, IFontNames[]][] = [
  [/courier|mono|consol/i, ['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique']],
  [
    /times|serif(?!.*sans)|roman|georgia|garamond|cambria|palatino/i,
    ['Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'],
  ],
  [/./, ['Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique']],
];

/** The standard font for a resource name, a base font or a family name; Helvetica when none matches. */
export function standardFontFor(name: string): IFontNames {
  const alias = aliases[name];
  if (alias !== undefined) return alias;
  const bare = name.replace(/^[A-Z]{6}\+/, '');
  if (/^ZapfDingbats|^Dingbats/i.test(bare)) return 'ZapfDingbats';
  if (/^Symbol/i.test(bare)) return 'Symbol';
  const sans = /sans/i.test(bare);
  const family = families.find(([pattern], index) => pattern.test(bare) && !(index === 1 && sans));
  const style = (/bold|black|heavy/i.test(bare) ? 1 : 0) + (/italic|oblique/i.test(bare) ? 2 : 0);
  return family?.[1][style] ?? 'Helvetica';
}

const cache = new Map<string, StandardMetrics>();

export function standardMetrics(name: IFontNames): StandardMetrics {
  const cached = cache.get(name);
  if (cached) return cached;
  const font = Font.load(name);
  const widths = new Map(font.CharMetrics.map(({ N, WX }) => [N, WX]));
  const [, bottom = -225, , top = 931] = font.FontBBox;
  const metrics: StandardMetrics = {
    widthOf: (codePoint) => widths.get(glyphNameOf(codePoint) ?? ''),
    ascent: font.Ascender ?? 718,
    descent: font.Descender ?? -207,
    top,
    bottom,
  };
  cache.set(name, metrics);
  return metrics;
}
