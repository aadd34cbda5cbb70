import type { Writable } from 'node:stream';
import { DomainError } from '../../errors.ts';
import { mapInOrder } from '../../infra/map-in-order.ts';
import type { EntryNamer } from '../../stamping/entry-names.ts';
import { createEntryNamer } from '../../stamping/entry-names.ts';
import { createZipWriter } from '../../stamping/zip.ts';
import type { PooledJob } from '../../stamping-pool/pooled-job.ts';
import type { ProblemReport } from '../../stamping-pool/problem-report.ts';
import { addProblems, addReport, createProblemReport } from '../../stamping-pool/problem-report.ts';
import type { CompileResult, RowProblem, StampedBatch } from '../../stamping-pool/worker-messages.ts';
import { parseRows } from '../../tables/row-batch.ts';
import type { RowBatch } from '../../tables/row-file.ts';
import { ErrorsCsv } from './errors-csv.ts';

export interface StampJobInput {
  job: PooledJob;
  /** Batches in work at once. */
  width: number;
  /** The table's rows from the first one on, at every call. */
  rows: () => AsyncIterable<RowBatch>;
  columns: readonly string[];
  namingPattern: string | null;
  maxArchiveBytes: number;
  signal: AbortSignal;
}

/** Problems that a check keeps one by one. */
const MAX_KEPT = { errors: 1_000, warnings: 1_000 };
const COUNTED_ONLY = { errors: 0, warnings: 0 };

/** One table against one template: a pass that checks every row, then one that writes the archive. */
export class StampJob {
  readonly #input: StampJobInput;
  readonly #namer: EntryNamer;
  readonly #namesNeedValues: boolean;
  /** Documents that have gone into the archive so far. */
  documents = 0;
  /** The problems met while writing, counted only. */
  readonly report = createProblemReport();

  constructor(input: StampJobInput) {
    this.#input = input;
    this.#namer = createEntryNamer(input.namingPattern, input.columns);
    this.#namesNeedValues = (input.namingPattern ?? '').trim() !== '';
  }

  /** Columns the naming pattern names and the table does not have. */
  get unknownColumns(): readonly string[] {
    return this.#namer.unknownColumns;
  }

  /** The template's use of the columns, those that only name the documents counted in. */
  usageOf({ used, missing }: CompileResult['usage']): CompileResult['usage'] {
    const { columns } = this.#input;
    const isUsed = new Set([...used, ...this.#namer.usedColumns]);
    return {
      used: columns.filter((column) => isUsed.has(column)),
      unused: columns.filter((column) => !isUsed.has(column)),
      missing,
    };
  }

  /**
   * Reads every row, learns the names the archive will have, and tells all problems. Writes nothing. Throws
   * TABLE_TOO_LARGE when so many documents make an archive beyond all measure.
   */
  async check(): Promise<ProblemReport> {
    const { job, signal } = this.#input;
    const report = createProblemReport();
    const check = (payload: Uint8Array) =>
      job.check(payload, {
        errors: MAX_KEPT.errors - report.errors.items.length,
        warnings: MAX_KEPT.warnings - report.warnings.items.length,
      });
    for await (const { batch, result } of this.#eachBatch(check)) {
      signal.throwIfAborted();
      addReport(report, result, MAX_KEPT);
      addProblems(report, this.#reserve(batch), MAX_KEPT);
    }
    this.#refuseHugeArchive(report.rows);
    return report;
  }

  /** Learns the names the archive will have, without a look at anything else; for a job that is not checked first. */
  async reserveNames(): Promise<void> {
    if (!this.#namesNeedValues) return;
    for await (const batch of this.#input.rows()) {
      this.#input.signal.throwIfAborted();
      addProblems(this.report, this.#reserve(batch), COUNTED_ONLY);
    }
  }

  #refuseHugeArchive(documents: number): void {
    const { job, maxArchiveBytes } = this.#input;
    if (job.base.compressed.byteLength * documents <= maxArchiveBytes) return;
    throw new DomainError(
      'TABLE_TOO_LARGE',
      `${documents} documents of this template make an archive of more than ${maxArchiveBytes} bytes; split the rows into several files.`,
    );
  }

  /**
   * Stamps every row into a ZIP, after `check` or `reserveNames`. Rows with an error are left out and told in
   * `errors.csv`.
   * `beforeEnd` is awaited once all documents are out and the archive is not complete yet.
   */
  async writeArchive(sink: Writable, beforeEnd: () => Promise<void>): Promise<void> {
    const { job, signal } = this.#input;
    const writer = createZipWriter({ sink, base: job.base });
    const errors = new ErrorsCsv();
    for await (const { batch, result } of this.#eachBatch((payload) => job.stamp(payload))) {
      signal.throwIfAborted();
      if (result.baseCrc !== job.base.crc) throw new Error('Two threads compiled a template differently.');
      this.#refuseHugeArchive(this.documents);
      const names = this.#namesOf(batch);
      for (const { index, entry } of entriesOf(result)) {
        await writer.addEncoded(names[index] ?? `output_${batch.firstDataRow + index}.pdf`, entry);
        this.documents += 1;
      }
      // The first byte waits for no large write.
      if (batch.firstDataRow === 1) await writer.flush();
      errors.add(result.report.errors.items);
      addReport(this.report, result.report, COUNTED_ONLY);
    }
    if (!errors.isEmpty) await writer.addFile('errors.csv', errors.toBytes());
    await beforeEnd();
    await writer.end();
  }

  async *#eachBatch<Result>(
    work: (payload: Uint8Array) => Promise<Result>,
  ): AsyncGenerator<{ batch: RowBatch; result: Result }> {
    const { rows, width } = this.#input;
    yield* mapInOrder(rows(), width, async (batch) => ({ batch, result: await work(batch.payload) }));
  }

  /** Learns the names of a batch; tells the rows whose name another row has already. */
  #reserve(batch: RowBatch): RowProblem[] {
    if (!this.#namesNeedValues) return [];
    return parseRows(batch.payload).flatMap((row, index) =>
      this.#namer.reserve(row.values, batch.firstDataRow + index) ? [] : [duplicateName(row.number)],
    );
  }

  #namesOf(batch: RowBatch): string[] {
    if (!this.#namesNeedValues) {
      return Array.from({ length: batch.rowCount }, (_, i) => this.#namer.name([], batch.firstDataRow + i));
    }
    return parseRows(batch.payload).map((row, i) => this.#namer.name(row.values, batch.firstDataRow + i));
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
      'Another row gives the same file name, so a number is added to this one. Use a column in the naming pattern that differs in each row.',
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
