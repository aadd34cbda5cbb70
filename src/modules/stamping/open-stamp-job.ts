import { join } from 'node:path';
import type { Limiter } from '../../infra/limiter.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { StampingPool } from '../../stamping-pool/stamping-pool.ts';
import type { TableLimits } from '../../tables/types.ts';
import type { Template } from '../templates/template.entity.ts';
import { toTemplateSource } from '../templates/template-source.ts';
import type { TemplateVersion } from '../templates/template-version.entity.ts';
import type { CurrentUser } from '../users/current-user.ts';
import { type CheckItem, columnWarnings } from './check-response.ts';
import { spoolTable } from './spooled-table.ts';
import { StampJob } from './stamp-job.ts';
import { assertFillsSomething } from './stamping-errors.ts';

export interface CheckRequest {
  user: CurrentUser;
  templateId: string;
  /** Path of the uploaded spreadsheet. */
  tablePath: string;
  /** A folder of this request; the caller removes it. */
  folder: string;
  /** Overrides the template's pattern. */
  namingPattern?: string | undefined;
  flatten: boolean;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** The version of a template that is current at the time of the request. */
export interface CurrentTemplate {
  template: Pick<Template, 'publicId' | 'namingPattern'>;
  version: Pick<TemplateVersion, 'id' | 'fileKey' | 'fileSize' | 'json'>;
  /** The organization that pays for the documents; null: the account. */
  payingOrganizationId: number | null;
}

export interface OpenJobDeps {
  storage: Pick<ObjectStorage, 'get'>;
  sandbox: Pick<Sandbox, 'run' | 'warmUp'>;
  stampingPool: StampingPool;
  /** Limits the jobs of one account. */
  accounts: Limiter;
  limits: { table: TableLimits; archiveBytes: number };
}

/** A job that is ready for its first row. */
export interface OpenedJob {
  stampJob: StampJob;
  usage: ReturnType<StampJob['usageOf']>;
  /** Warnings that depend on no row. */
  warnings: CheckItem[];
  /** The table has no rows beyond the first `ROWS_CHECKED_FIRST`. */
  isShort: boolean;
  /** Releases everything the job holds. Always call it. */
  close: () => Promise<void>;
}

const BATCH_ROWS = 100;
/**
 * With `onError=skip` no row can fail the job, so a longer table need not be read to its end before the first byte
 * is sent.
 */
const ROWS_CHECKED_FIRST = 2_000;

/**
 * Waits for one of the account's slots, starts to read the table, compiles the template for its columns, and adds the
 * fonts that the first rows need. Throws BUSY, TABLE_…, StampingError, or the signal's reason.
 */
export async function openStampJob(
  { storage, sandbox, stampingPool, accounts, limits }: OpenJobDeps,
  request: CheckRequest,
  { template, version }: CurrentTemplate,
): Promise<OpenedJob> {
  const { user, signal, flatten, tablePath, folder } = request;
  const undo: (() => void | Promise<void>)[] = [await accounts.acquire(user.publicId, { signal })];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const table = spoolTable(
      sandbox,
      {
        tablePath,
        rowFilePath: join(folder, 'rows'),
        batchRows: BATCH_ROWS,
        headRows: ROWS_CHECKED_FIRST,
        limits: limits.table,
      },
      { owner: user.publicId, signal },
    );
    undo.push(() => table.stop());
    const columns = await table.columns;
    const source = toTemplateSource(version, storage);
    const pooled = await stampingPool.use(source, { columns, flatten, owner: user.publicId, signal });
    assertFillsSomething(pooled.result, columns);
    const head = await table.head;
    // A blank form field counts as absent.
    const namingPattern = request.namingPattern?.trim()
      ? request.namingPattern
      : (template.namingPattern ?? null);
    const pooledJob = await pooled.open({ characters: head.characters, namingPattern });
    undo.push(() => pooledJob.close());
    const stampJob = new StampJob({
      pooledJob,
      width: stampingPool.width,
      rows: () => table.rows(),
      columns,
      namingPattern,
      maxArchiveBytes: limits.archiveBytes,
      signal,
    });
    const usage = stampJob.usageOf(pooled.result.usage);
    const warnings = columnWarnings({
      usage,
      idleMappings: pooled.result.idleMappings,
      unknownColumns: stampJob.unknownColumns,
    });
    return { stampJob, usage, warnings, isShort: head.isWhole, close };
  } catch (error) {
    await close();
    throw error;
  }
}
