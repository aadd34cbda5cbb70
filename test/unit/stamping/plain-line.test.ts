import fc from 'fast-check';
import { createStandardFont } from '../../../src/stamping/fonts/simple-font.ts';
import { num } from '../../../src/stamping/layout/number.ts';
import { createPlainLine } from '../../../src/stamping/layout/plain-line.ts';
import { createTextSetter, type TextBox } from '../../../src/stamping/layout/text-box.ts';

const font = createStandardFont('/F1', 'Helvetica');
const plain: TextBox = {
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

const boxes = fc.record<TextBox>({
  width: fc.double({ min: 0, max: 300, noNaN: true }),
  height: fc.double({ min: 0, max: 60, noNaN: true }),
  border: fc.constantFrom(0, 1, 2.5),
  quadding: fc.constantFrom(0, 1, 2),
  multiline: fc.boolean(),
  comb: fc.constantFrom(0, 0, 8),
  size: fc.oneof(fc.constant(0), fc.double({ min: 0.5, max: 30, noNaN: true })),
  color: fc.constant('0 g'),
  overflow: fc.constantFrom('shrink', 'wrap', 'clip', 'error'),
});
const texts = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40, unit: 'binary-ascii' }),
  fc.constantFrom('Value 1', 'a(b', 'back\\slash', 'Grüße', 'a\u00a0b', 'line\nbreak', '日本', '€ 5'),
);

describe('the short way of a plain line', () => {
  it('comes out as on the long way whenever it is taken', () => {
    fc.assert(
      fc.property(boxes, texts, (box, text) => {
        const start = createPlainLine(box, font, 'q\n')?.(text) ?? null;
        if (start === null) return;
        const long = createTextSetter(box)(font, text);
        expect(`${start}${text}) Tj\nET\n`).toBe(`q\n${long.operators}`);
        expect(long).toMatchObject({ fit: 'fits', isInside: true });
      }),
      { numRuns: 2000 },
    );
  });

  it.each([0, 1, 2])('is taken by a text that fits, quadding %i', (quadding) => {
    expect(createPlainLine({ ...plain, quadding }, font, '')?.('A value, 12')).toMatch(/^BT\n.* Td\n\($/s);
  });

  it('is not taken by a text that does not fit at its size', () => {
    expect(createPlainLine(plain, font, '')?.('A value far too long for a box of that width')).toBeNull();
  });

  it.each(['a(b', 'a)b', 'a\\b', 'a\nb', '日本', '“'])(
    'is not taken by %j, whose codes are others',
    (text) => {
      expect(createPlainLine(plain, font, '')?.(text)).toBeNull();
    },
  );

  it.each([{ multiline: true }, { comb: 5 }, { overflow: 'wrap' as const }, { height: 8 }])(
    'is not there for a box with %j',
    (special) => {
      expect(createPlainLine({ ...plain, ...special }, font, '')).toBeNull();
    },
  );
});

describe('num', () => {
  it('writes what JavaScript writes of the value rounded to three decimals', () => {
    const lengths = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer(), fc.double());
    fc.assert(
      fc.property(lengths, (value) => {
        expect(num(value)).toBe(`${Math.round(value * 1000) / 1000 || 0}`);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [12, '12'],
    [0.5, '0.5'],
    [7.695, '7.695'],
    [1 / 3, '0.333'],
    [-0.0001, '0'],
    [-2.25, '-2.25'],
  ])('writes %d as %s', (value, text) => {
    expect(num(value)).toBe(text);
  });
});
