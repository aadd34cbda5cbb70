import { StampingError } from '../../../src/stamping/types.ts';
import {
  createStampingPool,
  type StampingPool,
  type TemplateToFill,
} from '../../../src/stamping-pool/stamping-pool.ts';
import { encodeRows } from '../../../src/tables/row-batch.ts';
import { fieldTexts, formPdf } from '../../support/stamping/form-pdf.ts';

let threads: StampingPool;
let pdf: Uint8Array;

beforeAll(async () => {
  pdf = await formPdf(['Name']);
});
beforeEach(() => {
  threads = createStampingPool({ threads: 1, timeoutMs: 60_000 });
});
afterEach(() => threads.close());

function template(change: Partial<TemplateToFill> = {}): TemplateToFill {
  return {
    versionId: 1,
    fileSize: pdf.length,
    json: null,
    flatten: false,
    columns: ['Name'],
    loadPdf: async () => pdf,
    ...change,
  };
}

async function fill(change: Partial<TemplateToFill> = {}, values = ['Ada']) {
  const { fill } = await threads.use(template(change));
  return fill(values);
}

test('a document is filled on the thread', async () => {
  const { facts, fill } = await threads.use(template());
  expect(facts).toEqual({
    usage: { used: ['Name'], unused: [], missing: [] },
    targetCount: 1,
    idleMappings: [],
    hasMappings: false,
  });
  expect(await fieldTexts((await fill(['Ada'])).bytes)).toEqual({ Name: 'Ada' });
});

test('many at once compile the template once', async () => {
  let loads = 0;
  const loadPdf = async () => {
    loads++;
    return pdf;
  };
  const names = Array.from({ length: 20 }, (_, index) => `N${index}`);
  const stamped = await Promise.all(names.map((name) => fill({ loadPdf }, [name])));
  const texts = await Promise.all(stamped.map(({ bytes }) => fieldTexts(bytes)));
  expect(texts.map(({ Name }) => Name)).toEqual(names);
  expect(loads).toBe(1);
});

test('other versions, columns and flattening are other templates', async () => {
  let loads = 0;
  const loadPdf = async () => {
    loads++;
    return pdf;
  };
  await fill({ loadPdf });
  await fill({ loadPdf, versionId: 2 });
  await fill({ loadPdf, flatten: true });
  await fill({ loadPdf, columns: ['Name', 'Extra'] }, ['Ada', 'x']);
  expect(loads).toBe(4);
});

test('a file that cannot be loaded fails this time only', async () => {
  await expect(fill({ loadPdf: () => Promise.reject(new Error('away')) })).rejects.toThrow('away');
  expect((await fill()).problems).toEqual([]);
});

test('what the engine refuses is told as its own error', async () => {
  const json = '{"FieldMappings":{"Name":{"FontSize":-1}}}';
  await expect(fill({ json })).rejects.toBeInstanceOf(StampingError);
});

test('a required value that is missing comes back as a problem, without a document', async () => {
  const json = '{"FieldMappings":{"Name":{"ColumnHeader":"Name","Required":true}}}';
  const { bytes, problems } = await fill({ json }, ['']);
  expect(bytes).toHaveLength(0);
  expect(problems).toMatchObject([{ severity: 'error', code: 'REQUIRED_VALUE_MISSING', column: 'Name' }]);
});

test('a template that takes too long is refused as too complex, and the next one gets a new thread', async () => {
  const hasty = createStampingPool({ threads: 1, timeoutMs: 1 });
  await expect(hasty.use(template())).rejects.toMatchObject({ code: 'PDF_TOO_COMPLEX' });
  await expect(hasty.use(template())).rejects.toMatchObject({ code: 'PDF_TOO_COMPLEX' });
  await hasty.close();
});

test('a bulk job and a single document use the same compiled template', async () => {
  let loads = 0;
  const loadPdf = async () => {
    loads++;
    return pdf;
  };
  await fill({ loadPdf });
  const { open } = await threads.use(template({ loadPdf }));
  const job = await open([0x41]);
  const payload = encodeRows([{ number: 2, values: ['Ada'] }]);
  const [batch, single] = await Promise.all([job.stamp(new Uint8Array(payload)), fill({ loadPdf })]);
  job.close();
  expect(batch.entries).toHaveLength(1);
  expect(single.problems).toEqual([]);
  expect(loads).toBe(1);
});

test('a document waits for no batch that waits itself', async () => {
  const { open, fill } = await threads.use(template());
  const job = await open([0x41]);
  const payload = new Uint8Array(encodeRows([{ number: 2, values: ['Ada'] }]));
  const order: string[] = [];
  const batches = Array.from({ length: 20 }, () => job.stamp(payload).then(() => order.push('batch')));
  await Promise.all([...batches, fill(['Ada']).then(() => order.push('document'))]);
  job.close();
  expect(order.indexOf('document')).toBeLessThan(4);
});
