import fc from 'fast-check';
import { formatGeneral } from '../../../src/tables/xlsx/general-number.ts';

test.each([
  ['0', '0'],
  ['-0', '0'],
  ['1.50', '1.5'],
  ['007', '7'],
  ['0.30000000000000004', '0.3'],
  ['-29.020000000000003', '-29.02'],
  ['1e-7', '0.0000001'],
  ['5.5E+20', '550000000000000000000'],
  ['1e21', '1E+21'],
  ['1.25e22', '1.25E+22'],
  ['1234567890123456', '1234567890123460'],
  ['99999999999999.95', '100000000000000'],
  ['not a number', 'not a number'],
])('%s shows as %s', (raw, shown) => {
  expect(formatGeneral(raw)).toBe(shown);
});

test('the displayed text is the number with 15 digits, and formats to itself', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const shown = formatGeneral(String(value));
      expect(Number(shown)).toBe(Number(value.toPrecision(15)));
      expect(formatGeneral(shown)).toBe(shown);
      if (Math.abs(value) < 9e20) expect(shown).not.toMatch(/e/i);
    }),
  );
});
