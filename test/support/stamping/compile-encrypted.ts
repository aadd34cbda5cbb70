/** Compiles an encrypted PDF on a worker thread. The PDF library prints a warning about this file. */
import { readFileSync } from 'node:fs';
import { createStampingPool } from '../../../src/stamping-pool/stamping-pool.ts';

const whole = readFileSync(new URL('../../fixtures/pdf/encrypted-40.pdf', import.meta.url), 'latin1');
const at = whole.lastIndexOf('\nxref') + 1;
const pdf = Buffer.from(`${whole.slice(0, at)}0 0 obj\nnull\nendobj\n${whole.slice(at)}`, 'latin1');
const stampingPool = createStampingPool({ threads: 1, timeoutMs: 60_000 });
const { result } = await stampingPool.use(
  { versionId: 1, fileSize: pdf.length, json: null, loadPdf: async () => pdf },
  { columns: [], flatten: false, owner: 'test' },
);
await stampingPool.close();
console.log(`targets: ${result.targetCount}`);
