import { type BaseEncoding, decodeCode } from '../../../src/stamping/fonts/encodings.ts';

test.each<[BaseEncoding, number, string | null]>([
  ['WinAnsiEncoding', 0x41, 'A'],
  ['WinAnsiEncoding', 0x80, '€'],
  ['WinAnsiEncoding', 0x1f, null],
  ['MacRomanEncoding', 0x8a, 'ä'],
  ['MacRomanEncoding', 0x7e, '~'],
  ['MacRomanEncoding', 0x7f, null],
  ['StandardEncoding', 0x27, '\u2019'],
  ['StandardEncoding', 0x60, '\u2018'],
  ['StandardEncoding', 0x7e, '~'],
  ['StandardEncoding', 0x7f, null],
  ['Ascii', 0x20, ' '],
  ['Ascii', 0x27, "'"],
  ['Ascii', 0x7e, '~'],
  ['Ascii', 0x7f, null],
])('%s has for the code %i the character %j', (encoding, code, character) => {
  expect(decodeCode(encoding, code)).toBe(character === null ? null : character.codePointAt(0));
});
