/** A program that compiles an encrypted PDF whose parser has something to complain about, on a stamping thread. */
import { readFileSync } from 'node:fs';
import { createStampingPool } from '../../../src/stamping-pool/stamping-pool.ts';

const whole = readFileSync(new URL('../../fixtures/pdf/encrypted-40.pdf', import.meta.url), 'latin1');
const at = whole.lastIndexOf('\nxref') + 1;
const pdf = Buffer.from(`${whole.slice(0, at)}0 0 obj\nnull\nendobj\n${whole.slice(at)}`, 'latin1');
const stampingPool = createStampingPool({ threads: 1, timeoutMs: 60_000 });
const { facts } = await stampingPool.use({
  versionId: 1,
  fileSize: pdf.length,
  json: null,
  flatten: false,
  columns: [],
  loadPdf: async () => pdf,
});
await stampingPool.close();
console.log(`targets: ${facts.targetCount}`);
