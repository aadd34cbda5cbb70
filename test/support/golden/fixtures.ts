import type { Fixture } from './fixture.ts';
import { checkBoxes, radioGroups } from './fixtures/buttons.ts';
import { choices } from './fixtures/choices.ts';
import { textCells, textLines } from './fixtures/lines.ts';
import { eastAsian, leftToRight, mixedScripts, rightToLeft } from './fixtures/scripts.ts';
import { overflow, textLine } from './fixtures/text.ts';
import { turnedFields, turnedPages } from './fixtures/turned.ts';

/** Every kind of field, script and rotation; each picture is looked at by a person before it is kept. */
export const fixtures: readonly Fixture[] = [
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
