import {
  createSingleStamper,
  type SingleStamp,
  type SingleStamper,
} from '../../../src/modules/stamping/single/single-stamper.ts';
import { StampingError } from '../../../src/stamping/types.ts';
import { fieldTexts, formPdf } from '../../temporal/form-pdf.ts';

let stamper: SingleStamper;
let pdf: Uint8Array;

beforeAll(async () => {
  pdf = await formPdf(['Name']);
});
beforeEach(() => {
  stamper = createSingleStamper();
});
afterEach(() => stamper.close());

function request(change: Partial<SingleStamp> = {}): SingleStamp {
  return {
    ...{ versionId: 1, fileSize: pdf.length, json: null, flatten: false },
    ...{ columns: ['Name'], values: ['Ada'], loadPdf: async () => pdf },
    ...change,
  };
}

test('a document is filled on the thread', async () => {
  const { document, facts } = await stamper.stamp(request());
  expect(facts).toEqual({ unused: [], targetCount: 1 });
  expect(await fieldTexts(document.bytes)).toEqual({ Name: 'Ada' });
});

test('many at once compile the template once', async () => {
  let loads = 0;
  const loadPdf = async () => {
    loads++;
    return pdf;
  };
  const names = Array.from({ length: 20 }, (_, index) => `N${index}`);
  const stamped = await Promise.all(names.map((name) => stamper.stamp(request({ values: [name], loadPdf }))));
  const texts = await Promise.all(stamped.map(({ document }) => fieldTexts(document.bytes)));
  expect(texts.map(({ Name }) => Name)).toEqual(names);
  expect(loads).toBe(1);
});

test('other versions, columns and flattening are other templates', async () => {
  let loads = 0;
  const loadPdf = async () => {
    loads++;
    return pdf;
  };
  await stamper.stamp(request({ loadPdf }));
  await stamper.stamp(request({ loadPdf, versionId: 2 }));
  await stamper.stamp(request({ loadPdf, flatten: true }));
  await stamper.stamp(request({ loadPdf, columns: ['Name', 'Extra'], values: ['Ada', 'x'] }));
  expect(loads).toBe(4);
});

test('a file that cannot be loaded fails this time only', async () => {
  await expect(stamper.stamp(request({ loadPdf: () => Promise.reject(new Error('away')) }))).rejects.toThrow(
    'away',
  );
  expect((await stamper.stamp(request())).document.problems).toEqual([]);
});

test('what the engine refuses is told as its own error', async () => {
  const json = '{"FieldMappings":{"Name":{"FontSize":-1}}}';
  await expect(stamper.stamp(request({ json }))).rejects.toBeInstanceOf(StampingError);
});

test('a required value that is missing comes back as a problem, without a document', async () => {
  const json = '{"FieldMappings":{"Name":{"ColumnHeader":"Name","Required":true}}}';
  const { document } = await stamper.stamp(request({ json, values: [''] }));
  expect(document.bytes).toHaveLength(0);
  expect(document.problems).toMatchObject([
    { severity: 'error', code: 'REQUIRED_VALUE_MISSING', column: 'Name' },
  ]);
});

test('a thread that takes too long is ended, those who wait are told, and the next one works', async () => {
  const hasty = createSingleStamper({ timeoutMs: 1 });
  await expect(hasty.stamp(request())).rejects.toThrow(/longer than 1 ms/);
  await hasty.close();
  expect((await stamper.stamp(request())).document.problems).toEqual([]);
});
