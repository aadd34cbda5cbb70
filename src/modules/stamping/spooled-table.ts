import type { SpoolInput, SpoolProgress } from '../../sandbox/jobs/job-types.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { RowBatch } from '../../tables/row-file.ts';
import { readRowFile } from '../../tables/row-file.ts';
import { translateTableError } from './stamping-errors.ts';

/**
 * A spreadsheet that the sandbox is reading. Its first rows are available before the last one is read. Every member
 * throws DomainError TABLE_… when the table cannot be read.
 */
interface SpooledTable {
  /** The header. */
  readonly columns: Promise<readonly string[]>;
  readonly head: Promise<TableHead>;
  /** All rows; can be called several times. */
  rows(): AsyncIterable<RowBatch>;
  /** Stops reading. Resolves when the files are no longer in use. */
  stop(): Promise<void>;
}

/** The first rows of a table. */
interface TableHead {
  /** Their code points. */
  characters: readonly number[];
  /** The table has no further rows. */
  isWhole: boolean;
}

/** Starts to read a spreadsheet of an account. Stops when `signal` is aborted or `stop` is called. */
export function spoolTable(
  sandbox: Pick<Sandbox, 'run'>,
  input: SpoolInput,
  { owner, signal }: { owner: string; signal: AbortSignal },
): SpooledTable {
  const stopped = new AbortController();
  const columns = Promise.withResolvers<readonly string[]>();
  const head = Promise.withResolvers<TableHead>();
  let change = Promise.withResolvers<void>();
  const file = { bytes: 0, isComplete: false, changed: () => change.promise };

  const onProgress = (progress: SpoolProgress) => {
    if ('columns' in progress) columns.resolve(progress.columns);
    else if ('headCharacters' in progress) {
      head.resolve({ characters: progress.headCharacters, isWhole: false });
    } else {
      file.bytes = progress.bytes;
      const previous = change;
      change = Promise.withResolvers();
      change.promise.catch(() => {});
      previous.resolve();
    }
  };
  const read = async (): Promise<void> => {
    try {
      const output = await sandbox.run('spool', input, {
        owner,
        signal: AbortSignal.any([signal, stopped.signal]),
        onProgress,
      });
      head.resolve({ characters: output.characters, isWhole: true });
      file.isComplete = true;
      change.resolve();
    } catch (error) {
      const translated = translateTableError(error);
      columns.reject(translated);
      head.reject(translated);
      change.reject(translated);
    }
  };
  const finished = read();
  // A failure reaches the caller that awaits one of these; without a caller it must not be an unhandled rejection.
  for (const promise of [columns.promise, head.promise, change.promise]) promise.catch(() => {});

  return {
    columns: columns.promise,
    head: head.promise,
    rows: () => readRowFile(input.rowFilePath, file),
    async stop() {
      stopped.abort(new Error('The rows are not needed any more.'));
      await finished;
    },
  };
}
