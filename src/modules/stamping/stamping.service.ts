import { PassThrough, type Readable } from 'node:stream';
import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import { createPublicId } from '../../infra/public-id.ts';
import { limitReached, type UsageService } from '../usage/usage.service.ts';
import type { CurrentUser } from '../users/current-user.ts';
import { type CheckResponse, toCheckResponse } from './check-response.ts';
import {
  type CheckRequest,
  type CurrentTemplate,
  type OpenedJob,
  type OpenJobDeps,
  openStampJob,
} from './open-stamp-job.ts';
import { rowsInvalid } from './stamping-errors.ts';

interface StampingDeps extends OpenJobDeps {
  /** `getCurrent` throws NOT_FOUND for a template that the user may not see. */
  templates: { getCurrent(user: CurrentUser, publicId: string): Promise<CurrentTemplate> };
  usage: Pick<UsageService, 'getQuota' | 'hold' | 'record'>;
  clock: Clock;
  logger: Logger;
}

export interface StampRequest extends CheckRequest {
  onError: 'abort' | 'skip';
}

interface StampResponse {
  /** The ZIP; destroyed with an error when it cannot be completed. */
  archive: Readable;
  /** The number of warnings; null while rows are still being read. */
  warnings: number | null;
  /** The number of warnings once the archive has ended. */
  countWarnings: () => number;
}

export type StampingService = ReturnType<typeof createStampingService>;

/** The documents of one job as the usage records count them. */
interface Charge {
  source: string;
  /** Decides the month that is charged. */
  at: Date;
  userId: number;
  organizationId: number | null;
  /** The account has an action limit. */
  isLimited: boolean;
}

const ARCHIVE_BUFFER_BYTES = 1024 * 1024;

export function createStampingService(deps: StampingDeps) {
  const { templates, usage, clock, logger } = deps;

  return {
    /** Starts the process and the thread that a job needs, while its file is still being received. */
    prepare(): void {
      deps.sandbox.warmUp();
      deps.stampingPool.warmUp();
    },

    /**
     * Stamps a spreadsheet. Returns once the request is known to be valid; a later failure destroys the archive.
     * Throws DomainError, StampingError, or the signal's reason.
     */
    async stamp(request: StampRequest): Promise<StampResponse> {
      const template = await templates.getCurrent(request.user, request.templateId);
      const charge = await createCharge(request.user, template);
      const job = await openStampJob(deps, request, template);
      let releaseReserved = () => {};
      try {
        const { stampJob, warnings } = job;
        const report = isCheckedFirst(request, job, charge) ? await stampJob.check() : null;
        if (report !== null) {
          if (request.onError === 'abort' && report.errors.total > 0) throw rowsInvalid(report);
          if (charge.isLimited) releaseReserved = await reserve(charge, report.rows - report.failedRows);
        }
        const archive = new PassThrough({ highWaterMark: ARCHIVE_BUFFER_BYTES });
        const close = async () => {
          releaseReserved();
          await job.close();
        };
        void writeArchive({ job, archive, charge, template, signal: request.signal }).finally(close);
        return {
          archive,
          warnings: report === null ? null : report.warnings.total + warnings.length,
          countWarnings: () => stampJob.report.warnings.total + warnings.length,
        };
      } catch (error) {
        releaseReserved();
        await job.close();
        throw error;
      }
    },

    /** Reports what `stamp` would do. Reads every row, makes no document and counts no action. */
    async check(request: CheckRequest): Promise<CheckResponse> {
      const template = await templates.getCurrent(request.user, request.templateId);
      const { stampJob, usage: columns, warnings, close } = await openStampJob(deps, request, template);
      try {
        return toCheckResponse(await stampJob.check(), columns, warnings);
      } finally {
        await close();
      }
    },
  };

  /** Throws ACTION_LIMIT_REACHED when the account has no action left. */
  async function createCharge(user: CurrentUser, template: CurrentTemplate): Promise<Charge> {
    const at = clock.now();
    const organizationId = template.payingOrganizationId;
    const quota = await usage.getQuota({ userId: user.id, organizationId }, at);
    if (quota.actionLimit !== null && quota.taken >= quota.actionLimit) throw limitReached(quota, 1);
    return {
      source: createPublicId('job'),
      at,
      userId: user.id,
      organizationId,
      isLimited: quota.actionLimit !== null,
    };
  }

  /**
   * Whether every row is read before the first byte is sent: to reject the job, to know the number of documents under
   * an action limit, or to know all file names.
   */
  function isCheckedFirst(request: StampRequest, job: OpenedJob, charge: Charge): boolean {
    return request.onError === 'abort' || job.isShort || charge.isLimited || job.stampJob.namesDependOnRows;
  }

  /** Reserves actions under the account's limit; call the result to release them. Throws ACTION_LIMIT_REACHED. */
  function reserve({ source, at, userId, organizationId }: Charge, actions: number): Promise<() => void> {
    return usage.hold({ source, at, actions, userId, organizationId });
  }

  interface ArchiveInput {
    job: OpenedJob;
    archive: PassThrough;
    charge: Charge;
    template: CurrentTemplate;
    signal: AbortSignal;
  }

  /** Writes the archive while the client receives it. On failure the archive ends early, so that it is not complete. */
  async function writeArchive({ job, archive, charge, template, signal }: ArchiveInput): Promise<void> {
    const { stampJob } = job;
    const templateId = template.template.publicId;
    // Counted also when the archive ends early: the client can read the documents it has received.
    const recordUsage = async () => {
      if (stampJob.documents === 0 && !charge.isLimited) return;
      await usage.record({
        source: charge.source,
        userId: charge.userId,
        organizationId: charge.organizationId,
        templatePublicId: templateId,
        workflowPublicId: null,
        actions: stampJob.documents,
        at: charge.at,
      });
    };
    const stop = () => archive.destroy(toError(signal.reason));
    signal.addEventListener('abort', stop, { once: true });
    try {
      await stampJob.writeArchive(archive, recordUsage);
    } catch (error) {
      const log = { jobId: charge.source, templateId };
      if (signal.aborted) logger.info(log, 'stamping stopped: the client disconnected');
      else logger.error({ ...log, err: error }, 'stamping failed after the first byte');
      archive.destroy(toError(error));
      await recordUsage().catch((err: unknown) => logger.error({ ...log, err }, 'usage not recorded'));
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
