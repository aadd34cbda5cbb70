/** The program of a corpus process: examines one file at a time and sends the result to its parent. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { type Examiner, examine } from './examine.ts';
import { isInstalled } from './qpdf.ts';
import { createThreadStamper } from './thread-stamper.ts';
import type { WorkerMessage } from './types.ts';

const send = (message: WorkerMessage) => process.send?.(message);
// pdf-lib logs every object it skips.
console.warn = () => {};

const examiner: Examiner = {
  sandbox: createSandbox({
    processes: 1,
    maxQueue: 1,
    jobsPerProcess: 100,
    timeoutMs: 30_000,
    maxMemoryBytes: 512 * 1024 * 1024,
  }),
  stamper: createThreadStamper(60_000),
  folder: await mkdtemp(path.join(tmpdir(), 'corpus-')),
  hasQpdf: await isInstalled('qpdf', '--version'),
  hasPoppler: await isInstalled('pdftoppm', '-v'),
  onStep: (step) => send({ step }),
};

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (pdfPath: string) => void examineFile(pdfPath));
send({ step: 'ready' });

async function examineFile(pdfPath: string): Promise<void> {
  try {
    send({ result: await examine(examiner, pdfPath) });
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    send({ result: { verdict: 'crash', findings: [{ check: 'run', detail, weight: 'crash' }] } });
  }
}
