/**
 * A bulk job as the service runs it, threads and all, from a row file into a ZIP that goes nowhere: once with a
 * few rows to warm up, then measured.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { StampJob } from '../../../src/modules/stamping/stamp-job.ts';
import { createStampThreads } from '../../../src/modules/stamping/threads/stamp-threads.ts';
import { RowFileWriter, readRowFile } from '../../../src/tables/row-file.ts';
import { readForm } from '../forms.ts';
import { timed } from '../statistics.ts';

const [file = '', rows = '0', workers = '2'] = process.argv.slice(2);
const form = await readForm(file);
const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
const threads = createStampThreads({ threads: Number(workers), timeoutMs: 60_000 });

async function writeRows(count: number): Promise<string> {
  const rowFile = path.join(folder, String(count));
  const writer = await RowFileWriter.open(rowFile, { batchRows: 100 });
  for (let index = 0; index < count; index++) {
    await writer.add({ number: index + 2, values: form.row(index) });
  }
  await writer.end();
  return rowFile;
}

async function stampAll(rowFile: string): Promise<number> {
  const { pdf, columns } = form;
  const source = { versionId: 1, fileSize: pdf.length, json: null, flatten: false, columns };
  const template = await threads.use({ ...source, loadPdf: async () => pdf });
  const job = await template.open([]);
  let bytes = 0;
  const sink = new Writable({
    highWaterMark: 1024 * 1024,
    write: (chunk: Buffer, _encoding, callback) => {
      bytes += chunk.length;
      callback();
    },
  });
  await new StampJob({
    ...{ job, width: threads.width, rows: () => readRowFile(rowFile), columns, namingPattern: null },
    ...{ maxArchiveBytes: Number.POSITIVE_INFINITY, signal: new AbortController().signal },
  }).writeArchive(sink, async () => {});
  job.close();
  return bytes;
}

try {
  await stampAll(await writeRows(2_000));
  const rowFile = await writeRows(Number(rows));
  let bytes = 0;
  const milliseconds = await timed(async () => {
    bytes = await stampAll(rowFile);
  });
  const peakMb = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ milliseconds, bytes, peakMb }));
} finally {
  await threads.close();
  await rm(folder, { recursive: true, force: true });
}
