import yauzl from 'yauzl';
import { getData, toForm } from '../../src/client/client.ts';
import { zipByLibrary } from './engine.bench.ts';
import { checkDocument, type Form, formOf60Fields, readForm, toCsv } from './forms.ts';
import { type BenchService, startService } from './service.ts';
import { type Figure, quantile, timed } from './statistics.ts';

const rows = 20_000;
const peerRows = 3;
const rounds = 5;

/** A whole spreadsheet over HTTP, from the request to the last byte, beside a PDF library without HTTP. */
export async function benchBulk(files: readonly string[] = []): Promise<Figure[]> {
  const service = await startService({ MAX_TABLE_BYTES: String(256 * 1024 * 1024) });
  try {
    const figures: Figure[] = [];
    for (const file of [formOf60Fields, ...files]) {
      figures.push(...(await benchForm(service, await readForm(file))));
    }
    return figures;
  } finally {
    await service.stop();
  }
}

interface Stamped {
  firstByteMs: number;
  totalMs: number;
}

async function benchForm(service: BenchService, form: Form): Promise<Figure[]> {
  const body = { name: form.name, file: new Blob([form.pdf]) };
  const template = await getData(service.api.POST('/api/templates', { body, bodySerializer: toForm }));
  const csv = toCsv(form, rows);
  // An archive of a large form has more than a gigabyte: it is checked and dropped.
  const stamp = async (onError: 'abort' | 'skip'): Promise<Stamped> => {
    const { archive, ...times } = await stampTimed(service, { templateId: template.publicId, onError, csv });
    await checkArchive(form, archive);
    return times;
  };
  await stampTimed(service, { templateId: template.publicId, onError: 'skip', csv: toCsv(form, 200) });
  const peer: number[] = [];
  const skipped: Stamped[] = [];
  const aborted: Stamped[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < rounds; round++) {
    peer.push((await timed(() => zipByLibrary(form, round))) / peerRows);
    aborted.push(await stamp('abort'));
    const asking = askMeanwhile(service, latencies);
    skipped.push(await stamp('skip'));
    await asking.stop();
  }
  const best = Math.min(...[...skipped, ...aborted].map(({ totalMs }) => totalMs)) / rows;
  const firstByte = (from: Stamped[]) => Math.min(...from.map(({ firstByteMs }) => firstByteMs));
  const rates = `${(1000 / best).toFixed(0)} against ${(1000 / Math.min(...peer)).toFixed(1)} documents/s`;
  const what = `${form.name}, ${rows} rows: `;
  return [
    {
      what: `${what}request to last byte, against pdf-lib and archiver`,
      value: Math.min(...peer) / best,
      unit: `times (${rates})`,
      bound: { at: 150, side: 'at least' },
    },
    {
      what: `${what}first byte, onError=skip`,
      value: firstByte(skipped),
      unit: 'ms',
      bound: { at: 300, side: 'at most' },
    },
    {
      what: `${what}first byte, onError=abort`,
      value: firstByte(aborted),
      unit: 'ms',
      bound: { at: 1000, side: 'at most' },
    },
    {
      what: `${what}/api/me meanwhile, p95`,
      value: quantile(latencies, 0.95),
      unit: 'ms',
      bound: { at: 50, side: 'at most' },
    },
  ];
}

async function stampTimed(
  service: BenchService,
  job: { templateId: string; onError: 'abort' | 'skip'; csv: string },
): Promise<Stamped & { archive: Buffer }> {
  const { templateId, onError } = job;
  const body = { templateId, onError, file: new Blob([job.csv]) };
  const begin = performance.now();
  const archive = await getData(
    service.api.POST('/api/stamper/stamp', { body, bodySerializer: toForm, parseAs: 'stream' }),
  );
  let firstByteMs = 0;
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive ?? []) {
    firstByteMs ||= performance.now() - begin;
    chunks.push(chunk as Uint8Array);
  }
  return { firstByteMs, totalMs: performance.now() - begin, archive: Buffer.concat(chunks) };
}

/** One request after another, as a person would wait for them. */
function askMeanwhile(service: BenchService, times: number[]): { stop(): Promise<void> } {
  let isRunning = true;
  const asking = (async () => {
    while (isRunning) times.push(await timed(() => getData(service.api.GET('/api/me'))));
  })();
  return {
    async stop() {
      isRunning = false;
      await asking;
    },
  };
}

async function checkArchive(form: Form, zip: Buffer): Promise<void> {
  const archive = await yauzl.fromBufferPromise(zip);
  if (archive.entryCount !== rows) throw new Error(`The archive holds ${archive.entryCount} entries.`);
  let index = 0;
  for await (const entry of archive.eachEntry()) {
    if (index % 9_999 === 0) {
      const pdf = await Array.fromAsync(await archive.openReadStreamPromise(entry));
      await checkDocument(form, index, Buffer.concat(pdf as Buffer[]));
    }
    index += 1;
  }
}
