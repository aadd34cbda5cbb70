import { visualCharacters } from '../../../src/stamping/fonts/visual-order.ts';

test.each([
  ['AB 12', ['A', 'B', ' ', '1', '2']],
  ['x\u0323q\u0301', ['x\u0323', 'q\u0301']],
  ['😀a', ['😀', 'a']],
  ['שלום', ['ם', 'ו', 'ל', 'ש']],
  ['ש\u05C1ל 12', ['1', '2', ' ', 'ל', 'ש\u05C1']],
  ['א(1)', ['(', '1', ')', 'א']],
  ['A שב', ['A', ' ', 'ב', 'ש']],
  ['', []],
])('%j is drawn from left to right as %j', (line, characters) => {
  expect(visualCharacters(line)).toEqual(characters);
});
