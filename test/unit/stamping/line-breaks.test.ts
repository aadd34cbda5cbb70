import { createStandardFont } from '../../../src/stamping/fonts/simple-font.ts';
import type { TextFont } from '../../../src/stamping/fonts/text-font.ts';
import { cutIdeographs, hasIdeographs } from '../../../src/stamping/layout/line-breaks.ts';
import { measureParagraphs, wrapParagraphs } from '../../../src/stamping/layout/wrap.ts';

describe('text without spaces breaks', () => {
  test.each([
    ['between ideographs', '東京都', '東|京|都'],
    ['between an ideograph and a Latin word', '東ABC京', '東|ABC|京'],
    ['not before a closing mark', '内）、「社」。', '内）、|「社」。'],
    ['not after an opening mark', '東（京', '東|（京'],
    ['not before small kana and length marks', 'ッカー', 'ッ|カー'],
    ['not inside a number or a Latin word', '第100%', '第|100%'],
    ['beyond the basic plane', '𠮷野家', '𠮷|野|家'],
    ['not in Hangul, which has spaces', '한국어', '한국어'],
  ])('%s', (_, text, pieces) => {
    expect(cutIdeographs(text).join('|')).toBe(pieces);
  });

  test('and other text is not looked at', () => {
    expect(['Été', 'Привет', 'שלום', '→ €'].some(hasIdeographs)).toBe(false);
    expect(['東', 'か', 'ア', '𠮷'].every(hasIdeographs)).toBe(true);
  });
});

test('lines of ideographs are filled up', () => {
  const wide: TextFont = {
    ...createStandardFont('/F', 'Courier'),
    widthOf: (text) => [...text].reduce((sum, char) => sum + (char < '\u2000' ? 500 : 1000), 0),
  };
  const wrap = (text: string, limit: number) => wrapParagraphs(measureParagraphs(text, wide), limit, wide);
  expect(wrap('東京都千代田区', 3000)).toEqual(['東京都', '千代田', '区']);
  expect(wrap('東京、都千', 2000)).toEqual(['東', '京、', '都千']);
  expect(wrap('AB 東京 CD', 2500)).toEqual(['AB 東', '京 CD']);
});
