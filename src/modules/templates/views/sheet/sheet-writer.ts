import { DomainError } from '../../../../errors.ts';
import { PoolThread } from '../../../../infra/thread-pool/pool-thread.ts';
import { createThreadPool } from '../../../../infra/thread-pool/thread-pool.ts';
import { deserializeError, type SerializedError } from '../../../../sandbox/serialize-error.ts';
import type { SheetContent } from './sheet-types.ts';

const TIMEOUT_MS = 30_000;
/** Spreadsheets of all accounts that may wait. */
export const MAX_WAITING_SHEETS = 32;

export interface SheetWriter {
  /** Throws TABLE_TOO_LARGE when the workbook takes too much time or memory, BUSY, or the reason of `signal`. */
  write(content: SheetContent, caller: { owner: string; signal: AbortSignal }): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Writes workbooks in a worker thread, because the library is slow to load and hundreds of columns take long. */
export function createSheetWriter(): SheetWriter {
  const pool = createThreadPool({
    threads: 1,
    maxQueue: MAX_WAITING_SHEETS,
    busy: () =>
      new DomainError(
        'BUSY',
        'The service is writing as many spreadsheets as it can. Try again in a moment.',
      ),
    createThread: () =>
      new PoolThread({
        program: new URL('./sheet-thread.ts', import.meta.url),
        name: 'sheet',
        timeoutMs: TIMEOUT_MS,
        memory: { maxOldGenerationSizeMb: 512 },
        exceeded: () =>
          new DomainError(
            'TABLE_TOO_LARGE',
            'Writing the spreadsheet of this template takes too much time or memory. Give the template fewer columns, or its fields fewer options.',
          ),
        deserializeError: (error) => deserializeError(error as SerializedError),
      }),
  });
  return {
    write: (content, { owner, signal }) =>
      pool.run((thread) => thread.run<Uint8Array>(content, { signal }), { owner, signal }),
    close: () => pool.close(),
  };
}
