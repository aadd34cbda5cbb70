import { Worker } from 'node:worker_threads';
import { compileCacheEnv } from '../../../../infra/compile-cache.ts';
import type { SheetContent } from './sheet-types.ts';

/** Writes the workbook in a worker thread, because the library is slow to load and hundreds of columns take long. */
export function makeSheet(content: SheetContent): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const thread = new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    name: 'sheet',
    workerData: content,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    env: compileCacheEnv(),
  });
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', (code) =>
    reject(new Error(`The worker thread that writes spreadsheets ended with code ${code}.`)),
  );
  return promise;
}
