import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import type { Clock } from '../../infra/clock.ts';
import type { KeyedLimiter } from '../../infra/limiter.ts';
import type { Logger } from '../../infra/logger.ts';
import { createPublicId } from '../../infra/public-id.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { rowsInvalid } from '../../stamping-pool/problem-report.ts';
import type { StampingPool } from '../../stamping-pool/stamping-pool.ts';
import type { CompileResult } from '../../stamping-pool/worker-messages.ts';
import type { TableLimits } from '../../tables/types.ts';
import { limitReached, type UsageService } from '../usage/usage.service.ts';
import type { CurrentUser } from '../users/current-user.ts';
import type { CheckAnswer } from './check-answer.ts';
import { listIdle, toCheckAnswer } from './check-answer.ts';
import { refuseUselessJob } from './refuse-useless-job.ts';
import type { SpooledTable, TableHead } from './spooled-table.ts';
import { spoolTable } from './spooled-table.ts';
import { StampJob } from './stamp-job.ts';
import type { StampableTemplate, StampableTemplates } from './stampable-template.ts';

export interface StampingDependencies {
  templates: StampableTemplates;
  sandbox: Pick<Sandbox, 'run'>;
  stampingPool: StampingPool;
  /** Stamp jobs of each account at the same time. */
  accounts: KeyedLimiter;
  usage: Pick<UsageService, 'getRoom' | 'hold' | 'record'>;
  clock: Clock;
  logger: Logger;
  limits: { table: TableLimits; archiveBytes: number };
}

export interface CheckRequest {
  user: CurrentUser;
  templateId: string;
  /** The uploaded spreadsheet. */
  tablePath: string;
  /** A folder of this request, removed by its owner. */
  folder: string;
  /** Instead of the template's own. */
  namingPattern?: string | undefined;
  flatten: boolean;
  /** Aborted when the client is gone. */
  signal: AbortSignal;
}

export interface StampRequest extends CheckRequest {
  onError: 'abort' | 'skip';
}

export interface StampAnswer {
  /** The ZIP; destroyed with an error when it cannot be completed. */
  archive: Readable;
  /** Things worth a look that kept no row from being stamped; null while the rows are not all read. */
  warnings: number | null;
  /** The same, once the archive has ended. */
  countWarnings: () => number;
}

export type StampingService = ReturnType<typeof createStampingService>;

interface Prepared {
  template: StampableTemplate;
  facts: CompileResult;
  head: TableHead;
  stampJob: StampJob;
  cleanUp: () => Promise<void>;
}

/** The actions of one job. */
interface Charge {
  source: string;
  /** Its month pays. */
  at: Date;
  isLimited: boolean;
  /** Stops keeping what is set aside. */
  end: () => void;
}

const BATCH_ROWS = 100;
/**
 * With `skip` nothing a row holds can refuse the job. A longer table is then not read to its end before the first
 * byte goes out, and its warnings are known only at the end.
 */
const ROWS_CHECKED_FIRST = 2_000;
const ARCHIVE_BUFFER_BYTES = 1024 * 1024;

export function createStampingService(dependencies: StampingDependencies) {
  const { templates, sandbox, stampingPool, accounts, usage, clock, logger, limits } = dependencies;

  const spool = ({ tablePath, folder, signal }: CheckRequest): SpooledTable => {
    const files = { tablePath, rowFilePath: join(folder, 'rows') };
    const input = { ...files, batchRows: BATCH_ROWS, headRows: ROWS_CHECKED_FIRST, limits: limits.table };
    return spoolTable(sandbox, input, signal);
  };

  /**
   * Everything up to the first row: turn, template, the table being read, the template compiled meanwhile, the fonts
   * for the first rows. `cleanUp` undoes it. `admit` may refuse before any work is done.
   */
  const prepare = async (
    request: CheckRequest,
    admit: (template: StampableTemplate) => Promise<void> = async () => {},
  ): Promise<Prepared> => {
    const { user, signal, flatten } = request;
    const template = await templates.get(user, request.templateId);
    await admit(template);
    const undos: (() => void | Promise<void>)[] = [await accounts.acquire(user.publicId, signal)];
    const cleanUp = async () => {
      for (const undo of undos.splice(0).reverse()) await undo();
    };
    try {
      const table = spool(request);
      undos.push(() => table.stop());
      const columns = await table.columns;
      const compiled = await stampingPool.use({ ...template.version, columns, flatten });
      const { facts } = compiled;
      refuseUselessJob(facts, columns);
      const head = await table.head;
      const job = await compiled.open(head.characters);
      undos.push(() => job.close());
      const stampJob = new StampJob({
        job,
        width: stampingPool.width,
        rows: () => table.rows(),
        columns,
        // A form field left blank is one that was not given.
        namingPattern: request.namingPattern?.trim() ? request.namingPattern : template.namingPattern,
        maxArchiveBytes: limits.archiveBytes,
        signal,
      });
      const usage = stampJob.usageOf(facts.usage);
      return { template, facts: { ...facts, usage }, head, stampJob, cleanUp };
    } catch (error) {
      await cleanUp();
      throw error;
    }
  };

  return {
    /**
     * Stamps a spreadsheet. Everything that can be refused is refused before this answers; what fails later
     * destroys the archive. Throws DomainError, StampingError, or the reason of `signal`.
     */
    async stamp(request: StampRequest): Promise<StampAnswer> {
      const charge: Charge = {
        source: createPublicId('job'),
        at: clock.now(),
        isLimited: false,
        end: () => {},
      };
      const prepared = await prepare(request, async ({ organizationId }) => {
        const room = await usage.getRoom({ userId: request.user.id, organizationId }, charge.at);
        charge.isLimited = room.actionLimit !== null;
        if (room.actionLimit !== null && room.taken >= room.actionLimit) throw limitReached(room, 1);
      });
      const { stampJob, facts, head } = prepared;
      try {
        // Under a limit the number of documents must be known before the first of them goes out.
        const isCheckedFirst = request.onError === 'abort' || head.isWhole || charge.isLimited;
        const report = isCheckedFirst ? await stampJob.check() : await stampJob.reserveNames();
        if (request.onError === 'abort' && report && report.errors.total > 0) throw rowsInvalid(report);
        if (report && charge.isLimited)
          await setAside(charge, prepared, request, report.rows - report.failedRows);
        const archive = new PassThrough({ highWaterMark: ARCHIVE_BUFFER_BYTES });
        void finish({ prepared, archive, charge, user: request.user, signal: request.signal });
        const idle = listIdle(facts, stampJob.unknownColumns).length;
        return {
          archive,
          warnings: report ? report.warnings.total + idle : null,
          countWarnings: () => stampJob.report.warnings.total + idle,
        };
      } catch (error) {
        charge.end();
        await prepared.cleanUp();
        throw error;
      }
    },

    /** Tells what `stamp` would do with a spreadsheet, having read every row. Makes nothing and costs nothing. */
    async check(request: CheckRequest): Promise<CheckAnswer> {
      const { stampJob, facts, cleanUp } = await prepare(request);
      try {
        const idle = listIdle(facts, stampJob.unknownColumns);
        return toCheckAnswer(await stampJob.check(), facts.usage, idle);
      } finally {
        await cleanUp();
      }
    },
  };

  /** Sets the documents aside under the limit of who pays. Throws ACTION_LIMIT_REACHED. */
  async function setAside(
    charge: Charge,
    { template }: Prepared,
    { user }: StampRequest,
    actions: number,
  ): Promise<void> {
    const { source, at } = charge;
    charge.end = await usage.hold({
      ...{ source, at, actions, userId: user.id, organizationId: template.organizationId },
    });
  }

  interface Finish {
    prepared: Prepared;
    archive: PassThrough;
    charge: Charge;
    user: CurrentUser;
    signal: AbortSignal;
  }

  /** Writes the archive while it is being sent. A failure breaks it off: no client may take it for whole. */
  async function finish({ prepared, archive, charge, user, signal }: Finish): Promise<void> {
    const { stampJob, template, cleanUp } = prepared;
    const { source: jobId, at } = charge;
    // Once, whether the archive is completed or broken off: what went out can be read.
    const countDocuments = async () => {
      if (stampJob.documents === 0 && !charge.isLimited) return;
      await usage.record({
        source: jobId,
        userId: user.id,
        organizationId: template.organizationId,
        templatePublicId: template.publicId,
        workflowPublicId: null,
        actions: stampJob.documents,
        at,
      });
    };
    const breakOff = () => archive.destroy(toError(signal.reason));
    signal.addEventListener('abort', breakOff, { once: true });
    try {
      await stampJob.writeArchive(archive, countDocuments);
    } catch (error) {
      const log = { jobId, templateId: template.publicId };
      if (signal.aborted) logger.info(log, 'stamping stopped: the client is gone');
      else logger.error({ ...log, err: error }, 'stamping broke off after the first byte');
      archive.destroy(toError(error));
      await countDocuments().catch((err: unknown) => logger.error({ ...log, err }, 'usage not recorded'));
    } finally {
      signal.removeEventListener('abort', breakOff);
      charge.end();
      await cleanUp();
    }
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
