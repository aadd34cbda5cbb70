import type { TextFont } from '../fonts/text-font.ts';
import { flattenString } from '../write/flatten-string.ts';
import { num } from './number.ts';
import { baselineOf, heightSize, innerHeight, lineStart, padding, type TextBox } from './text-box.ts';

/**
 * Everything before the letters of a text: from `before` to the bracket that opens the string. Null when the text
 * needs the general case (`createTextSetter`).
 */
type PlainLine = (text: string) => string | null;

/**
 * Fast case for most values: one line, no escapes or substitutions, fits at the requested size. The result has the
 * same bytes as the general case. Null for boxes and fonts that never have such texts.
 */
export function createPlainLine(box: TextBox, font: TextFont, before: string): PlainLine | null {
  const { plainWidthOf } = font;
  if (plainWidthOf === undefined || box.comb > 0 || box.multiline || box.overflow === 'wrap') return null;
  const size = box.size || heightSize(box, font);
  if (font.lineHeight * size > 1000 * innerHeight(box) + 1) return null;
  const room = Math.max(box.width - 2 * padding(box), 1);
  const head = flattenString(`${before}BT\n${font.resource} ${num(size)} Tf\n${box.color}\n`);
  const baseline = flattenString(` ${num(baselineOf(box, font, size))} Td\n(`);
  const left = flattenString(`${head}${num(padding(box))}${baseline}`);
  return (text) => {
    const width = plainWidthOf(text);
    if (width < 0 || (room * 1000) / Math.max(width, 1) < size) return null;
    return box.quadding === 0 ? left : `${head}${num(lineStart(box, (width * size) / 1000))}${baseline}`;
  };
}
