import { StampingError } from '../../../src/stamping/types.ts';
import { createStampingPool, type StampingPool } from '../../../src/stamping-pool/stamping-pool.ts';
import { encodeRows } from '../../../src/tables/row-batch.ts';
import { fieldTexts, formPdf } from '../../support/stamping/form-pdf.ts';
import { until } from '../../support/until.ts';

let stampingPool: StampingPool;

const pdf = await formPdf(['Name']);
beforeEach(() => {
  stampingPool = createStampingPool({ threads: 1, timeoutMs: 60_000 });
});
afterEach(() => stampingPool.close());

interface TestTemplate {
  versionId?: number;
  json?: string | null;
  loadPdf?: () => Promise<Uint8Array>;
  columns?: readonly string[];
  flatten?: boolean;
}

/** Takes the form with the field Name into the pool. */
function use(change: TestTemplate = {}, pool = stampingPool) {
  const {
    versionId = 1,
    json = null,
    loadPdf = async () => pdf,
    columns = ['Name'],
    flatten = false,
  } = change;
  return pool.use({ versionId, fileSize: pdf.length, json, loadPdf }, { columns, flatten, owner: 'anna' });
}

async function fill(change: TestTemplate = {}, values = ['Ada']) {
  const template = await use(change);
  return template.fill(values);
}

const batchOf = (name: string) => ({
  firstDataRow: 1,
  payload: new Uint8Array(encodeRows([{ number: 2, values: [name] }])),
});
const jobInput = { characters: [0x41], namingPattern: null };

test('a worker fills a document', async () => {
  const { result, fill } = await use();
  expect(result).toEqual({
    usage: { used: ['Name'], unused: [], missing: [] },
    targetCount: 1,
    idleMappings: [],
    hasMappings: false,
  });
  expect(await fieldTexts((await fill(['Ada'])).bytes)).toEqual({ Name: 'Ada' });
});

test('concurrent requests compile the template once', async () => {
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

test('another version, other columns or flattening is another template', async () => {
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

test('a failure to load the file is not cached', async () => {
  await expect(fill({ loadPdf: () => Promise.reject(new Error('away')) })).rejects.toThrow('away');
  expect((await fill()).problems).toEqual([]);
});

test('a stamping error keeps its type', async () => {
  const json = '{"FieldMappings":{"Name":{"FontSize":-1}}}';
  await expect(fill({ json })).rejects.toBeInstanceOf(StampingError);
});

test('a missing required value is a problem, and there is no document', async () => {
  const json = '{"FieldMappings":{"Name":{"ColumnHeader":"Name","Required":true}}}';
  const { bytes, problems } = await fill({ json }, ['']);
  expect(bytes).toHaveLength(0);
  expect(problems).toMatchObject([{ severity: 'error', code: 'REQUIRED_VALUE_MISSING', column: 'Name' }]);
});

test('a template that takes too long is rejected as too complex, and the next one gets a new worker', async () => {
  const hasty = createStampingPool({ threads: 1, timeoutMs: 1 });
  await expect(use({}, hasty)).rejects.toMatchObject({ code: 'PDF_TOO_COMPLEX' });
  await expect(use({}, hasty)).rejects.toMatchObject({ code: 'PDF_TOO_COMPLEX' });
  await hasty.close();
});

test('a bulk job and a single document use the same compiled template', async () => {
  let loads = 0;
  const loadPdf = async () => {
    loads++;
    return pdf;
  };
  await fill({ loadPdf });
  const { open } = await use({ loadPdf });
  const job = await open(jobInput);
  const [batch, single] = await Promise.all([job.stamp(batchOf('Ada')), fill({ loadPdf })]);
  job.close();
  expect(batch.entries).toHaveLength(1);
  expect(single.problems).toEqual([]);
  expect(loads).toBe(1);
});

test('a single document runs before the waiting batches', async () => {
  const { open, fill } = await use();
  const job = await open(jobInput);
  const order: string[] = [];
  const batches = Array.from({ length: 20 }, () => job.stamp(batchOf('Ada')).then(() => order.push('batch')));
  await Promise.all([...batches, fill(['Ada']).then(() => order.push('document'))]);
  job.close();
  expect(order.indexOf('document')).toBeLessThan(4);
});

test('workers end when no task comes, and an open job and template continue on new workers', async () => {
  const pool = createStampingPool({ threads: 2, timeoutMs: 60_000, idleMs: 1 });
  try {
    const { open, fill } = await use({}, pool);
    const job = await open(jobInput);
    await until(() => pool.load().threads === 0);
    expect((await job.stamp(batchOf('Ada'))).entries).toHaveLength(1);
    job.close();
    await until(() => pool.load().threads === 0);
    expect(await fieldTexts((await fill(['Eve'])).bytes)).toEqual({ Name: 'Eve' });
  } finally {
    await pool.close();
  }
});

test('workers start with the first task', async () => {
  expect(stampingPool.load()).toEqual({ running: 0, waiting: 0, threads: 0 });
  await fill();
  expect(stampingPool.load()).toEqual({ running: 0, waiting: 0, threads: 1 });
});

test('a worker that was started ahead takes the first task, or ends without one', async () => {
  const pool = createStampingPool({ threads: 2, timeoutMs: 60_000, idleMs: 1 });
  try {
    pool.warmUp();
    pool.warmUp();
    expect(pool.load().threads).toBe(1);
    const { fill } = await use({}, pool);
    expect(await fieldTexts((await fill(['Ada'])).bytes)).toEqual({ Name: 'Ada' });
    await until(() => pool.load().threads === 0);

    pool.warmUp();
    await until(() => pool.load().threads === 0);
  } finally {
    await pool.close();
  }
});

test('a batch of slow rows comes in parts, and the documents of other accounts are filled in between', async () => {
  // With no time at all, each row is a part.
  const pool = createStampingPool({ threads: 1, timeoutMs: 60_000, partMs: -1 });
  try {
    const names = Array.from({ length: 100 }, (_, index) => `N${index}`);
    const rows = names.map((name, index) => ({ number: index + 2, values: [name] }));
    const batch = { firstDataRow: 1, payload: new Uint8Array(encodeRows(rows)) };
    const { open } = await use({}, pool);
    const job = await open({ characters: [], namingPattern: '[Name]' });
    const other = await pool.use(
      { versionId: 1, fileSize: pdf.length, json: null, loadPdf: async () => pdf },
      { columns: ['Name'], flatten: false, owner: 'bert' },
    );
    const order: string[] = [];
    const stamped = job.stamp(batch).then((result) => {
      order.push('batch');
      return result;
    });
    const documents = ['B1', 'B2', 'B3'].map((name) => other.fill([name]).then(() => order.push('document')));
    await Promise.all([stamped, ...documents]);
    expect(order).toEqual(['document', 'document', 'document', 'batch']);
    const whole = await stamped;
    expect(whole.entries).toHaveLength(100);
    expect(whole.names?.map(({ name }) => name)).toEqual(names);
    expect(whole.report.rows).toBe(100);
    const checked = await job.check(batch, { errors: 10, warnings: 10 });
    expect(checked.report.rows).toBe(100);
    job.close();
  } finally {
    await pool.close();
  }
});

test('a batch in parts is the same as in one', async () => {
  const rows = ['Ada', 'Eve', 'Max'].map((name, index) => ({ number: index + 2, values: [name] }));
  const batch = { firstDataRow: 1, payload: new Uint8Array(encodeRows(rows)) };
  const inParts = createStampingPool({ threads: 1, timeoutMs: 60_000, partMs: -1 });
  try {
    const [one, other] = await Promise.all(
      [stampingPool, inParts].map(async (pool) => {
        const { open } = await use({}, pool);
        const job = await open(jobInput);
        const stamped = await job.stamp(batch);
        job.close();
        return { ...stamped, tails: Buffer.from(stamped.tails).toString('hex') };
      }),
    );
    expect(other).toEqual(one);
  } finally {
    await inParts.close();
  }
});
