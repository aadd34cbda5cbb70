import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { TableError } from '../../../src/tables/table-error.ts';
import { makeXlsx } from '../../support/tables/make-xlsx.ts';
import { fixture, readContent } from '../../support/tables/read-all.ts';

const LIMITS = { maxInflatedBytes: 4_000_000, maxRows: 2_000 };

const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }),
  kind: fc.constantFrom('replace', 'insert', 'remove', 'cut'),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(content: Buffer, { at, bytes, kind }: Mutation): Buffer {
  const offset = Math.floor(at * content.length);
  const before = content.subarray(0, offset);
  if (kind === 'cut') return before;
  const skipped = kind === 'insert' ? 0 : bytes.length;
  return Buffer.concat([
    before,
    kind === 'remove' ? Buffer.alloc(0) : bytes,
    content.subarray(offset + skipped),
  ]);
}

async function readsOrRejects(content: Buffer): Promise<void> {
  try {
    await readContent(content, LIMITS);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    expect(error.message).toMatch(/\w/);
  }
}

test.each(['xlsx/06-number-formats.xlsx', 'xlsx/03-formulas-cached.xlsx', 'csv/10-multiline-quotes.csv'])(
  '%s with a few bytes changed is read or rejected, never anything else',
  async (name) => {
    const content = readFileSync(fixture(name));
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) =>
        readsOrRejects(mutations.reduce(mutate, content)),
      ),
      { numRuns: 100 },
    );
  },
);

test('a sheet with a few changed characters of XML is read or rejected', async () => {
  const xml = Buffer.from(
    '<worksheet xmlns="m"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="s"><v>0</v></c></row>' +
      '<row r="2"><c r="A2" t="str"><f>1</f><v>x &amp; y</v></c><c r="B2" s="1"><v>46082.5</v></c></row></sheetData></worksheet>',
  );
  const parts = {
    sharedStrings: '<si><t>When</t></si>',
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs>',
  };
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
      const changed = mutations.reduce(mutate, xml).toString('latin1');
      await readsOrRejects(await makeXlsx({ sheets: [{ xml: changed, whole: true }], ...parts }));
    }),
    { numRuns: 100 },
  );
});
