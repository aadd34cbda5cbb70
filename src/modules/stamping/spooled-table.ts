import type { SpoolInput, SpoolProgress } from '../../sandbox/jobs/job-types.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { RowBatch } from '../../tables/row-file.ts';
import { readRowFile } from '../../tables/row-file.ts';
import { toTableRefusal } from './table-refusals.ts';

/** A user's spreadsheet while it is read in the sandbox; its rows can be worked on before the last one is there. */
export interface SpooledTable {
  /** Its header. Like all that follow, throws DomainError TABLE_… when the table cannot be read. */
  readonly columns: Promise<readonly string[]>;
  /** Code points of the first rows, and whether these are all. */
  readonly head: Promise<TableHead>;
  /** All rows, as often as asked. */
  rows(): AsyncIterable<RowBatch>;
  /** Ends the reading; resolves when nothing touches the files any more. */
  stop(): Promise<void>;
}

export interface TableHead {
  characters: readonly number[];
  isWhole: boolean;
}

/** Starts to read a spreadsheet. It ends when `signal` is aborted or `stop` is called. */
export function spoolTable(
  sandbox: Pick<Sandbox, 'run'>,
  input: SpoolInput,
  signal: AbortSignal,
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
      const told = change;
      change = Promise.withResolvers();
      change.promise.catch(() => {});
      told.resolve();
    }
  };
  const read = async (): Promise<void> => {
    try {
      const running = AbortSignal.any([signal, stopped.signal]);
      const output = await sandbox.run('spool', input, { signal: running, onProgress });
      head.resolve({ characters: output.characters, isWhole: true });
      file.isComplete = true;
      change.resolve();
    } catch (error) {
      const refusal = toTableRefusal(error);
      columns.reject(refusal);
      head.reject(refusal);
      change.reject(refusal);
    }
  };
  const over = read();
  // Who waits for one of these hears of a failure; nobody has to.
  for (const promise of [columns.promise, head.promise, change.promise]) promise.catch(() => {});

  return {
    columns: columns.promise,
    head: head.promise,
    rows: () => readRowFile(input.rowFilePath, file),
    async stop() {
      stopped.abort(new Error('The rows are not needed any more.'));
      await over;
    },
  };
}
