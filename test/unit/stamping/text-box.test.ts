import { createStandardFont } from '../../../src/stamping/fonts/simple-font.ts';
import { createTextSetter, lineStart, padding, type TextBox } from '../../../src/stamping/layout/text-box.ts';

const font = createStandardFont('/F1', 'Courier');
const box: TextBox = {
  width: 120,
  height: 20,
  border: 1,
  quadding: 0,
  multiline: false,
  comb: 0,
  size: 10,
  color: '0 g',
  overflow: 'shrink',
};

test.each([
  ['on the left', 0, padding(box)],
  ['in the middle', 1, 45],
  ['on the right', 2, 90 - padding(box)],
])('a line starts %s (quadding %i)', (_, quadding, start) => {
  expect(lineStart({ ...box, quadding }, 30)).toBe(start);
});

test.each([0, 1, 2])('a line that is too wide starts on the left, quadding %i', (quadding) => {
  expect(lineStart({ ...box, quadding }, 200)).toBe(padding(box));
});

test.each([
  ['on the left', 0, [0, 1]],
  ['in the middle', 1, [2, 3]],
  ['on the right', 2, [4, 5]],
])('the characters of a comb are in the cells %s (quadding %i)', (_, quadding, cells) => {
  const { operators } = createTextSetter({ ...box, comb: 6, quadding })(font, 'AB');
  const moves = [...operators.matchAll(/^(\S+) 0 Td$/gm)].map(([, x]) => Number(x));
  let x = 0;
  const positions = moves.map((move) => (x += move));
  // A character is 6 points wide, a cell 20: it starts 7 points after its cell.
  expect(positions).toEqual(cells.map((cell) => cell * 20 + 7));
});
