import type { EncodedText, TextFont } from '../fonts/text-font.ts';
import { num } from './number.ts';

/** The operators that show a text with the font already set. Font and rise (9.3.7) are restored afterwards. */
export function showText({ show, runs }: EncodedText, font: TextFont, size: number): string {
  if (runs === undefined) return show;
  let operators = '';
  let resource = font.resource;
  let rise = 0;
  const set = (next: { resource: string; rise: number }) => {
    if (next.resource !== resource) operators += `${next.resource} ${num(size)} Tf\n`;
    if (next.rise !== rise) operators += `${num((next.rise * size) / 1000)} Ts\n`;
    ({ resource, rise } = next);
  };
  for (const run of runs) {
    set(run);
    operators += `${run.show}\n`;
  }
  set({ resource: font.resource, rise: 0 });
  return operators.trimEnd();
}
