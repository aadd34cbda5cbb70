import fc from 'fast-check';
import { CodePoints } from '../../../src/sandbox/jobs/code-points.ts';

test('each code point of all texts is found once, in ascending order', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      const characters = new CodePoints();
      for (const text of texts) characters.add(text);
      const expected = new Set(texts.flatMap((text) => Array.from(text, (c) => c.codePointAt(0) ?? 0)));
      expect(characters.toArray()).toEqual([...expected].sort((a, b) => a - b));
    }),
  );
});
