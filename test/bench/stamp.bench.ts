import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import yauzl from 'yauzl';
import { getData } from '../../src/client/client.ts';
import { PDFDocument } from '../../src/stamping/pdf/pdf-lib.ts';
import { rowsCsv, stamp } from './example-rows.ts';
import { type BenchService, setUpExample, startService } from './service.ts';
import { type Figure, quantile, timed } from './statistics.ts';

/** Peak resident memory of a process and all its descendants while `work` runs, in MB. */
async function peakMemory(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  let isRunning = true;
  const watch = (async () => {
    while (isRunning) {
      peak = Math.max(peak, residentMb(pid));
      await delay(50);
    }
  })();
  try {
    await work();
  } finally {
    isRunning = false;
    await watch;
  }
  return peak;
}

function residentMb(pid: number): number {
  try {
    const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    const isEmbeddedServer = /postgres|temporal/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'));
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return (isEmbeddedServer ? 0 : own) + children.reduce((sum, child) => sum + residentMb(Number(child)), 0);
  } catch {
    return 0;
  }
}

/** A wrong file must not count as fast: opens the archive and reads a few documents back. */
async function checkArchive(zip: Buffer, expected: number): Promise<void> {
  const archive = await yauzl.fromBufferPromise(zip);
  if (archive.entryCount !== expected)
    throw new Error(`The archive holds ${archive.entryCount} entries, not ${expected}.`);
  let index = 0;
  for await (const entry of archive.eachEntry()) {
    if (index++ % Math.ceil(expected / 3) !== 0) continue;
    const pdf = await Array.fromAsync(await archive.openReadStreamPromise(entry));
    const form = (await PDFDocument.load(Buffer.concat(pdf as Buffer[]))).getForm();
    if (!form.getFields().some((field) => 'getText' in field))
      throw new Error(`${entry.fileName} has no text field.`);
  }
}

/** Memory of the service by number of rows, and the latency of other requests at the same time. */
export async function benchStamp(): Promise<Figure[]> {
  const service = await startService();
  try {
    const { templateId } = await setUpExample(service.api);
    await stamp(service.api, templateId, await rowsCsv(100));
    const few = await measure(service, templateId, 1000);
    const many = await measure(service, templateId, 10_000);
    const during = await responseTimesDuring(service, () =>
      rowsCsv(2000).then((csv) => stamp(service.api, templateId, csv)),
    );
    return [
      {
        what: 'rows a second over HTTP, 10,000 rows of the example',
        value: 10_000 / many.seconds,
        unit: 'rows/s',
      },
      { what: 'peak memory, 1,000 rows', value: few.peakMb, unit: 'MB' },
      { what: 'peak memory, 10,000 rows', value: many.peakMb, unit: 'MB' },
      {
        what: 'difference',
        value: many.peakMb - few.peakMb,
        unit: 'MB',
        bound: { at: 100, side: 'at most' },
      },
      {
        what: '/api/me during a stamp of 2,000 rows, p95',
        value: quantile(during, 0.95),
        unit: 'ms',
        bound: { at: 100, side: 'at most' },
      },
    ];
  } finally {
    await service.stop();
  }
}

async function measure(service: BenchService, templateId: string, rows: number) {
  const csv = await rowsCsv(rows);
  let zip: Buffer = Buffer.alloc(0);
  let seconds = 0;
  const peakMb = await peakMemory(service.pid, async () => {
    seconds = (await timed(async () => (zip = await stamp(service.api, templateId, csv)))) / 1000;
  });
  await checkArchive(zip, rows);
  return { peakMb, seconds };
}

async function responseTimesDuring(service: BenchService, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isRunning = true;
  const asking = (async () => {
    while (isRunning) times.push(await timed(() => getData(service.api.GET('/api/me'))));
  })();
  await work();
  isRunning = false;
  await asking;
  return times;
}
