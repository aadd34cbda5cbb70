import type { Scene } from './scene.ts';
import { checkBoxes, radioGroups } from './scenes/buttons.ts';
import { choices } from './scenes/choices.ts';
import { textCells, textLines } from './scenes/lines.ts';
import { eastAsian, leftToRight, mixedScripts, rightToLeft } from './scenes/scripts.ts';
import { overflow, textLine } from './scenes/text.ts';
import { turnedFields, turnedPages } from './scenes/turned.ts';

/** Every kind of field, script and rotation; each picture is looked at by a person before it is kept. */
export const scenes: readonly Scene[] = [
  textLine,
  textLines,
  textCells,
  overflow,
  checkBoxes,
  radioGroups,
  choices,
  turnedFields,
  ...turnedPages,
  leftToRight,
  rightToLeft,
  eastAsian,
  mixedScripts,
];
