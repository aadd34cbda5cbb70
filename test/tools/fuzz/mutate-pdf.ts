import type { Draw } from '../../../scripts/generate/examples/random.ts';
import { mutateBytes } from './mutate-bytes.ts';

/** Extreme values for lengths, counts, coordinates and flags. */
const numbers = [
  '0',
  '-1',
  '1',
  '4294967295',
  '99999999999999999999',
  '1e9',
  '0.0000001',
  '-2147483649',
  '65536',
  '--5',
];
/** Replacements for any value. */
const values = [
  'null',
  '[]',
  '<<>>',
  '()',
  '<',
  '(',
  '/Off',
  'true',
  '[[[[',
  '<</Kids[1 0 R]>>',
  '99999 0 R',
  '<FEFF>',
  '/',
];
const members = [
  '/Parent 1 0 R',
  '/Kids[5 0 R]',
  '/FT/Btn',
  '/FT/Ch/Opt[[(a)(b)][(c)]]',
  '/Ff 4294967295',
  '/MaxLen 0',
  '/MaxLen 1000000000',
  '/Rect[0 0 1e9 1e9]',
  '/Rect[9 9 9 9]',
  '/DA(/F 1e9 Tf 1 0 0 rg)',
  '/DA(/Helv -5 Tf)',
  '/Q 7',
  '/MK<</R 45/BC[1 2 3 4 5]>>',
  '/Type/ObjStm',
  '/Rotate 91',
  '/MediaBox[0 0 0 0]',
  '/AP<</N 1 0 R>>',
  '/Encrypt<</Filter/Standard/V 1/R 2>>',
  '/Prev 9',
];

/** Applies one to six changes: to bytes, numbers, references, names, values or dictionary entries. */
export function mutatePdf(draw: Draw, pdf: Buffer, other: Buffer): Buffer {
  let mutated = pdf;
  for (let count = draw.between(1, 6); count > 0; count--) {
    mutated = draw.chance(40) ? mutateBytes(draw, mutated, other) : mutateToken(draw, mutated);
  }
  return mutated;
}

function mutateToken(draw: Draw, pdf: Buffer): Buffer {
  const source = pdf.toString('latin1');
  const change = draw.pick(changes);
  return Buffer.from(change(draw, source), 'latin1');
}

const changes: ((draw: Draw, source: string) => string)[] = [
  // Gives an object, or a reference to it, the number of another object.
  (draw, source) => {
    const one = draw.between(1, 20);
    const two = draw.between(1, 20);
    return replaceOne(draw, source, {
      find: new RegExp(`\\b${one} 0 (?=obj|R)`, 'g'),
      put: () => `${two} 0 `,
    });
  },
  (draw, source) => replaceOne(draw, source, { find: /\b\d+ 0 R/g, put: () => `${draw.between(0, 60)} 0 R` }),
  (draw, source) =>
    replaceOne(draw, source, { find: /\/Length \d+/g, put: () => `/Length ${draw.pick(numbers)}` }),
  (draw, source) => replaceOne(draw, source, { find: /-?\b\d+(?:\.\d+)?\b/g, put: () => draw.pick(numbers) }),
  (draw, source) =>
    replaceOne(draw, source, {
      find: /\b\d+ 0 R|\([^)]*\)|\/\w+/g,
      put: () => draw.pick(values),
    }),
  (draw, source) => replaceOne(draw, source, { find: /<</g, put: () => `<<${draw.pick(members)}` }),
  (draw, source) =>
    replaceOne(draw, source, { find: />>|<<|\]|\[|endobj|endstream|stream|obj/g, put: () => '' }),
  (draw, source) =>
    replaceOne(draw, source, {
      find: /\/[A-Z]\w+/g,
      put: () => draw.pick(source.match(/\/[A-Z]\w+/g) ?? ['/X']),
    }),
];

function replaceOne(draw: Draw, source: string, { find, put }: { find: RegExp; put: () => string }): string {
  const found = [...source.matchAll(find)];
  if (found.length === 0) return source;
  const match = draw.pick(found);
  return source.slice(0, match.index) + put() + source.slice(match.index + match[0].length);
}
