import type { Config } from '../../config.ts';
import { DomainError } from '../../errors.ts';
import type { Clock } from '../../infra/clock.ts';
import { createLimiter } from '../../infra/limiter.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { StampingPool } from '../../stamping-pool/stamping-pool.ts';
import { DEFAULT_TABLE_LIMITS } from '../../tables/types.ts';
import type { TemplatesService } from '../templates/templates.service.ts';
import type { UsageService } from '../usage/usage.service.ts';
import type { StampingService } from './stamping.service.ts';
import { createStampingService } from './stamping.service.ts';

interface StampingModuleDeps {
  config: Pick<Config, 'STAMPS_PER_ACCOUNT' | 'MAX_TABLE_ROWS'>;
  logger: Logger;
  storage: Pick<ObjectStorage, 'get'>;
  sandbox: Pick<Sandbox, 'run' | 'warmUp'>;
  templates: Pick<TemplatesService, 'getCurrent'>;
  usage: Pick<UsageService, 'getQuota' | 'hold' | 'record'>;
  clock: Clock;
  stampingPool: StampingPool;
}

/** Jobs of one account that may wait, and how long: a client that reads slowly can hold a slot for hours. */
export const JOB_QUEUE = { maxQueuePerOwner: 8, timeoutMs: 30_000 } as const;
const MAX_ARCHIVE_BYTES = 16 * 1024 ** 3;

/** Bulk stamping, with the limits of the configuration. */
export function createStamping(deps: StampingModuleDeps): { stamping: StampingService } {
  const { config, logger, storage, sandbox, templates, usage, clock, stampingPool } = deps;
  const stamping = createStampingService({
    templates,
    storage,
    sandbox,
    stampingPool,
    accounts: createLimiter({
      perOwner: config.STAMPS_PER_ACCOUNT,
      maxQueuePerOwner: JOB_QUEUE.maxQueuePerOwner,
      timeoutMs: JOB_QUEUE.timeoutMs,
      busy: () =>
        new DomainError(
          'BUSY',
          `This account is already stamping ${config.STAMPS_PER_ACCOUNT} files. Wait until one is done.`,
        ),
    }),
    usage,
    clock,
    logger,
    limits: {
      table: { ...DEFAULT_TABLE_LIMITS, maxRows: config.MAX_TABLE_ROWS },
      archiveBytes: MAX_ARCHIVE_BYTES,
    },
  });
  return { stamping };
}
