import fc from 'fast-check';
import { compileTemplate } from '../../../src/stamping/compile.ts';
import { inspectTemplate } from '../../../src/stamping/inspect.ts';
import { StampingError } from '../../../src/stamping/types.ts';
import { fixture } from '../../support/stamping/filled-pdf.ts';

const seeds = [
  '00-simple',
  '03-checkbox-states',
  '05-choice-fields',
  '18-multiline-autosize',
  '29-field-tree-cycle',
].map((name) => fixture(`${name}.pdf`));
const pieces = [
  '/Kids',
  '/Parent',
  'null',
  '[',
  ']',
  '<<',
  '>>',
  '1 0 R',
  '5 0 R',
  '99999999999',
  '-1',
  '(',
  ')',
  'stream',
  'endobj',
  '/FT/Btn',
  '/Rect[0 0 1e9 1]',
];

interface Mutation {
  at: number;
  remove: number;
  insert: Uint8Array;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat(30),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc.constantFrom(...pieces).map((piece) => new Uint8Array(Buffer.from(piece))),
  ),
});

function mutate(pdf: Buffer, mutations: readonly Mutation[]): Buffer {
  return mutations.reduce((bytes, { at, remove, insert }) => {
    const from = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(from + remove)]);
  }, pdf);
}

describe('damaged PDFs', () => {
  const warn = console.warn;
  beforeAll(() => {
    // The parser logs every object it skips; hundreds of lines would hide a failure.
    console.warn = () => {};
  });
  afterAll(() => {
    console.warn = warn;
  });

  test('are filled to a PDF with the same pages, or rejected with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(mutation, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (seed, mutations, flatten) => {
          const pdf = mutate(seed, mutations);
          try {
            const { pageCount, fillable } = await inspectTemplate(pdf, { maxPages: 500 });
            const compiled = await compileTemplate(pdf, null, { columns: fillable, flatten });
            const { update } = compiled.stamp(fillable.map(() => 'yes'));
            if (update.length === 0) return;
            const again = await inspectTemplate(Buffer.concat([compiled.base, update]), { maxPages: 500 });
            expect(again.pageCount).toBe(pageCount);
          } catch (error) {
            if (!(error instanceof StampingError)) throw error;
            expect(error.message).toMatch(/\.$/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
