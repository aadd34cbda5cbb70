import { Worker } from 'node:worker_threads';
import type { SheetContent } from './sheet-types.ts';

/** Writes the workbook in a thread of its own: hundreds of columns take a while, and the library does to load. */
export function makeSheet(content: SheetContent): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const thread = new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    name: 'sheet',
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', (code) => reject(new Error(`The thread that writes sheets ended with ${code}.`)));
  return promise;
}
