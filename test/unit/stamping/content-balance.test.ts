import { guardsFor } from '../../../src/stamping/pdf/content-balance.ts';
import { PDFContext } from '../../../src/stamping/pdf/pdf-lib.ts';

test.each([
  ['nothing', '', 'q ', ' Q '],
  ['balanced states', 'q q Q Q', 'q ', ' Q '],
  ['states that are not restored', 'q q Q q', 'q ', ' Q Q Q '],
  ['restores without a saved state', 'Q q Q Q', 'q q q ', ' Q '],
  ['a text object without an end', 'BT (a) Tj', 'q ', ' ET Q '],
  ['a complete text object', 'BT (a) Tj ET', 'q ', ' Q '],
  ['operators within strings', String.raw`(q (q) \) q) Tj q`, 'q ', ' Q Q '],
  ['operators within comments', '% q q\nq', 'q ', ' Q Q '],
  ['operators within the data of an inline image', 'BI /W 1 ID q EIq q EI q', 'q ', ' Q Q '],
])('the content of a page has %s', (_, content, before, after) => {
  const stream = PDFContext.create().stream(content);
  const guards = guardsFor([stream]);
  expect([guards.before, guards.after].map((text) => text.replaceAll('\n', ' '))).toEqual([before, after]);
});

test('an operator ends with its content stream', () => {
  const context = PDFContext.create();
  expect(guardsFor([context.stream('q'), context.stream('q')]).after).toBe('\nQ\nQ\nQ\n');
});
