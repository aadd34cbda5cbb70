import type { Writable } from 'node:stream';
import { DomainError } from '../../errors.ts';
import { mapInOrder } from '../../infra/map-in-order.ts';
import { createRowNamer, type RowNamer } from '../../stamping/naming-pattern.ts';
import type { CompiledTemplate } from '../../stamping/types.ts';
import { createUniqueNames } from '../../stamping/unique-names.ts';
import { createZipWriter } from '../../stamping/zip.ts';
import type { PooledJob } from '../../stamping-pool/pooled-job.ts';
import {
  addProblems,
  addReport,
  createProblemReport,
  type ProblemReport,
  type RowProblem,
} from '../../stamping-pool/problem-report.ts';
import type { RowName, StampedBatch } from '../../stamping-pool/stamping-tasks.ts';
import type { RowBatch } from '../../tables/row-file.ts';
import { ErrorsCsv } from './errors-csv.ts';

interface StampJobOptions {
  pooledJob: PooledJob;
  /** The number of batches that run at the same time. */
  width: number;
  /** All rows of the table; called once for each pass. */
  rows: () => AsyncIterable<RowBatch>;
  columns: readonly string[];
  /** The same as in `pooledJob`. */
  namingPattern: string | null;
  maxArchiveBytes: number;
  signal: AbortSignal;
}

const LISTED = { errors: 1_000, warnings: 1_000 };
const COUNTED_ONLY = { errors: 0, warnings: 0 };

/** One table against one template: a pass that checks every row, and a pass that writes the archive. */
export class StampJob {
  readonly #options: StampJobOptions;
  readonly #namer: RowNamer;
  readonly #names = createUniqueNames();
  /** Documents written to the archive so far. */
  documents = 0;
  /** The problems of the rows written so far, counted only. */
  readonly report = createProblemReport();

  constructor(options: StampJobOptions) {
    this.#options = options;
    this.#namer = createRowNamer(options.namingPattern, options.columns);
  }

  /** Unique names depend on all rows, so `check` must run before `writeArchive`. */
  get namesDependOnRows(): boolean {
    return !this.#namer.isDefault;
  }

  /** Columns that the naming pattern names and the table does not have. */
  get unknownColumns(): readonly string[] {
    return this.#namer.unknownColumns;
  }

  /** The template's use of the columns, with those that only name the documents. */
  usageOf({ used, missing }: CompiledTemplate['usage']): CompiledTemplate['usage'] {
    const { columns } = this.#options;
    const isUsed = new Set([...used, ...this.#namer.usedColumns]);
    return {
      used: columns.filter((column) => isUsed.has(column)),
      unused: columns.filter((column) => !isUsed.has(column)),
      missing,
    };
  }

  /**
   * Reads every row, reserves the names of the archive and reports all problems. Writes no document. Throws
   * TABLE_TOO_LARGE when the archive would be larger than allowed.
   */
  async check(): Promise<ProblemReport> {
    const { pooledJob, signal } = this.#options;
    const report = createProblemReport();
    const results = this.#eachBatch((batch) =>
      pooledJob.check(batch, {
        errors: LISTED.errors - report.errors.items.length,
        warnings: LISTED.warnings - report.warnings.items.length,
      }),
    );
    for await (const { result } of results) {
      signal.throwIfAborted();
      addReport(report, result.report, LISTED);
      addProblems(report, this.#reserve(result.names ?? []), LISTED);
    }
    this.#assertArchiveFits(report.rows);
    return report;
  }

  /**
   * Stamps every row into a ZIP. Rows with an error are left out and listed in `errors.csv`. `beforeEnd` is awaited
   * after the last document, before the archive is complete.
   */
  async writeArchive(sink: Writable, beforeEnd: () => Promise<void>): Promise<void> {
    const { pooledJob, signal } = this.#options;
    const writer = createZipWriter({ sink, base: pooledJob.base });
    const errors = new ErrorsCsv();
    for await (const { batch, result } of this.#eachBatch((rows) => pooledJob.stamp(rows))) {
      signal.throwIfAborted();
      if (result.baseCrc !== pooledJob.base.crc)
        throw new Error('Two workers compiled a template differently.');
      this.#assertArchiveFits(this.documents);
      const names = result.names?.map(({ name }) => this.#names.take(name));
      for (const { index, entry } of entriesOf(result)) {
        await writer.addEncoded(names?.[index] ?? `output_${batch.firstDataRow + index}.pdf`, entry);
        this.documents += 1;
      }
      // The client receives the first documents without waiting for a full buffer.
      if (batch.firstDataRow === 1) await writer.flush();
      errors.add(result.report.errors.items);
      addReport(this.report, result.report, COUNTED_ONLY);
    }
    if (!errors.isEmpty) await writer.addFile('errors.csv', errors.toBytes());
    await beforeEnd();
    await writer.end();
  }

  #assertArchiveFits(documents: number): void {
    const { pooledJob, maxArchiveBytes } = this.#options;
    if (pooledJob.base.compressed.byteLength * documents <= maxArchiveBytes) return;
    throw new DomainError(
      'TABLE_TOO_LARGE',
      `${documents} documents of this template make an archive of more than ${maxArchiveBytes} bytes. Split the rows into several files.`,
    );
  }

  async *#eachBatch<Result>(
    work: (batch: RowBatch) => Promise<Result>,
  ): AsyncGenerator<{ batch: RowBatch; result: Result }> {
    const { rows, width } = this.#options;
    yield* mapInOrder(rows(), width, async (batch) => ({ batch, result: await work(batch) }));
  }

  /** Reserves the names of a batch. Returns a warning for each row whose name an earlier row has. */
  #reserve(names: readonly RowName[]): RowProblem[] {
    return names.flatMap(({ row, name }) => (this.#names.reserve(name) ? [] : [duplicateName(row)]));
  }
}

function duplicateName(row: number): RowProblem {
  return {
    row,
    severity: 'warning',
    code: 'NAME_DUPLICATE',
    column: '',
    value: '',
    message:
      'Another row has the same file name, so a number was added to this one. Use a column in the naming pattern that is different in each row.',
  };
}

function* entriesOf({ entries, tails }: StampedBatch) {
  let at = 0;
  for (const [index, entry] of entries.entries()) {
    if (entry === null) continue;
    const { crc, size, tailLength } = entry;
    yield { index, entry: { crc, size, tail: tails.subarray(at, at + tailLength) } };
    at += tailLength;
  }
}
