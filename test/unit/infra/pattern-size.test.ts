import fc from 'fast-check';
import { RE2JS } from 're2js';
import { createSchemaPatterns, linearPatterns } from '../../../src/infra/linear-pattern.ts';
import { limits } from '../../../workflows/graph/limits.ts';

/** The real number of instructions; null for a pattern that is not valid. */
function sizeOf(pattern: string): number | null {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern)).programSize();
  } catch {
    return null;
  }
}

const ordinary = [
  '^[A-Z]{2}\\d{2}[ ]?\\d{4}[ ]?\\d{4}[ ]?\\d{4}[ ]?\\d{4}[ ]?\\d{0,2}$',
  '^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$',
  '^(?:\\+|00)?[0-9 ()-]{6,20}$',
  '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:?\\d{2})?)?$',
  '(?i)^(invoice|order|delivery)[-_ ]?(no|nr|number)?[.:]? *[a-zà-ÿ0-9/-]+$',
  '^(?P<year>20\\d\\d)/(?P<number>\\d+)$',
  '^.{1,200}$',
  '^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
  'urgent|express|overnight|same.day',
  '^(a|b)*c+d?$',
];

test.each(ordinary)('%s is estimated well, and allowed', (pattern) => {
  const real = Number(sizeOf(pattern));
  const estimate = linearPatterns.estimate(pattern);
  expect(estimate).toBeGreaterThanOrEqual(real);
  expect(estimate).toBeLessThanOrEqual(1.5 * real + 10);
  expect(estimate).toBeLessThan(limits.patternSize);
});

const { pattern } = fc.letrec<{ pattern: string }>((tie) => {
  const atom = fc.constantFrom(
    ...[
      'a',
      'b',
      'ab',
      '.',
      '^',
      '$',
      '\\b',
      '\\d',
      '\\W',
      '[ab]',
      '[^a-c]',
      '[]',
      '[^]',
      '[]a]',
      '[a\\]b]',
      '[[:alpha:]]',
    ],
    ...[
      '\\pL',
      '\\P{Greek}',
      '[\\p{Lu}x]',
      '\\x{41}',
      '\\x41',
      '\\u0041',
      '\\u{41}',
      '\\cA',
      '\\101',
      '\\.',
      '\\/',
      '/',
      '\\k',
    ],
    ...[
      '\\Q(a|\\E',
      '\\Q]\\u0041/[]\\E',
      '{',
      '{a}',
      'a{',
      '}',
      '(?i)',
      '(?s-i)',
      '😀',
      '-',
      ',',
      '\\Q',
      '\\E',
      '\\',
    ],
  );
  const repeats = fc.constantFrom(
    '*',
    '+',
    '?',
    '*?',
    '{0}',
    '{1}',
    '{3}',
    '{2,}',
    '{0,}',
    '{1,}',
    '{0,4}',
    '{2,5}',
    '{1,1}',
    '{7}?',
    '{10,30}',
  );
  return {
    pattern: fc.oneof(
      { maxDepth: 4 },
      atom,
      fc.array(tie('pattern'), { maxLength: 4 }).map((parts) => parts.join('')),
      fc.array(tie('pattern'), { minLength: 2, maxLength: 4 }).map((parts) => parts.join('|')),
      fc
        .tuple(fc.constantFrom('(', '(?:', '(?P<n>', '(?<m>', '(?i:', '(?-s:'), tie('pattern'))
        .map(([head, inner]) => `${head}${inner})`),
      fc.tuple(tie('pattern'), repeats).map((parts) => parts.join('')),
      fc.tuple(tie('pattern'), repeats).map(([inner, times]) => `(?:${inner})${times}`),
    ),
  };
});

test('a pattern never has more instructions than estimated', () => {
  let valid = 0;
  fc.assert(
    fc.property(pattern, (source) => {
      const real = sizeOf(source);
      if (real === null) return;
      valid++;
      expect([source, linearPatterns.estimate(source) >= real]).toEqual([source, true]);
    }),
    { numRuns: 5_000 },
  );
  expect(valid).toBeGreaterThan(1_000);
});

test('any text has an estimate', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (source) => {
      const real = sizeOf(source);
      expect(linearPatterns.estimate(source)).toBeGreaterThanOrEqual(real ?? 0);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['nested repeats', '(x{0,1000})'.repeat(90)],
  ['repeats of repeats', '((x{30}){30}){30}'],
  ['case folding of large ranges', `(?i)[${'B-\\x{1e943}'.repeat(80)}]`],
  ['Unicode classes', '\\pL'.repeat(330)],
])('%s are estimated without compiling them', (_name, source) => {
  expect(linearPatterns.estimate(source)).toBeGreaterThan(limits.patternSize);
});

test('the patterns of a schema are bounded one by one and together, by name and size', () => {
  const patterns = createSchemaPatterns();
  expect(() => patterns('(x{100}){100}')).toThrow(
    /the pattern "\(x\{100\}\)\{100\}" compiles to about \d+ instructions; at most 5000/,
  );
  for (const letter of 'abcd') patterns(`${letter}{980}`.repeat(5));
  patterns(`${'a'}{980}`.repeat(5));
  expect(() => patterns('z{980}'.repeat(5))).toThrow(
    /has about \d+ instructions, and with it the patterns of the schema compile to about \d+ instructions; at most 20000/,
  );
  expect(() => patterns('(?=x)')).toThrow(/the pattern "\(\?=x\)" is not a valid RE2 pattern/);
});
