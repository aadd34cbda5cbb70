import fc from 'fast-check';
import { containsText } from '../../../workflows/graph/contains-text.ts';

test('a text is found where the built-in search finds it', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '😀'), { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, fc.boolean(), (whole, wanted, isLong) => {
      const times = isLong ? 20 : 1;
      const [longWhole, longWanted] = [whole.repeat(times * 10), wanted.repeat(times)];
      expect(containsText(longWhole, longWanted)).toBe(longWhole.includes(longWanted));
    }),
    { numRuns: 2_000 },
  );
});

test('texts on which the built-in search takes half a minute end here', () => {
  const half = 'a'.repeat(100_000);
  expect(containsText('a'.repeat(400_000), `${half}b${half}`)).toBe(false);
  expect(containsText(`${'a'.repeat(400_000)}b${half}`, `${half}b${half}`)).toBe(true);
});
