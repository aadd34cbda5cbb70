/**
 * Runs a bulk job as the service does, with worker threads, from a row file into a ZIP that is discarded: a small one to
 * warm up, then the measured one. `write-rows.ts` wrote the rows, so that the reported memory is that of the job.
 */
import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { StampJob } from '../../../src/modules/stamping/stamp-job.ts';
import { createStampingPool } from '../../../src/stamping-pool/stamping-pool.ts';
import { readRowFile } from '../../../src/tables/row-file.ts';
import { timed } from '../statistics.ts';

const [form = '', columnsFile = '', warmUpRows = '', rowFile = '', workers = '2'] = process.argv.slice(2);
const pdf = await readFile(form);
const columns = JSON.parse(await readFile(columnsFile, 'utf8')) as string[];
const stampingPool = createStampingPool({ threads: Number(workers), timeoutMs: 60_000 });

async function stampAll(file: string): Promise<number> {
  const source = { versionId: 1, fileSize: pdf.length, json: null, loadPdf: async () => pdf };
  const template = await stampingPool.use(source, { columns, flatten: false, owner: 'bench' });
  const pooledJob = await template.open({ characters: [], namingPattern: null });
  let bytes = 0;
  const sink = new Writable({
    highWaterMark: 1024 * 1024,
    write: (chunk: Buffer, _encoding, callback) => {
      bytes += chunk.length;
      callback();
    },
  });
  await new StampJob({
    pooledJob,
    width: stampingPool.width,
    rows: () => readRowFile(file),
    columns,
    namingPattern: null,
    maxArchiveBytes: Number.POSITIVE_INFINITY,
    signal: new AbortController().signal,
  }).writeArchive(sink, async () => {});
  pooledJob.close();
  return bytes;
}

await stampAll(warmUpRows);
let bytes = 0;
const milliseconds = await timed(async () => {
  bytes = await stampAll(rowFile);
});
console.log(JSON.stringify({ milliseconds, bytes, peakMb: process.resourceUsage().maxRSS / 1024 }));
await stampingPool.close();
