import { composeText } from '../../../src/tables/text.ts';

const accents = (count: number) => `e${'\u0301\u0316'.repeat(count)}`;

test('letters and their marks are composed', () => {
  expect(composeText('Zoe\u0308')).toBe('Zoë');
  expect(composeText(`${'x'.repeat(100)}e\u0301`)).toBe(`${'x'.repeat(100)}é`);
  expect(composeText(accents(15))).toBe(accents(15).normalize('NFC'));
});

test('text with more than 30 marks in a row is unchanged, because their order takes the square of their number', () => {
  const text = `${accents(16)} e\u0301`;
  expect(text.normalize('NFC')).not.toBe(text);
  expect(composeText(text)).toBe(text);
});
