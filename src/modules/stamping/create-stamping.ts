import type { Config } from '../../config.ts';
import { DomainError } from '../../errors.ts';
import type { Clock } from '../../infra/clock.ts';
import { createKeyedLimiter } from '../../infra/limiter.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { StampingPool } from '../../stamping-pool/stamping-pool.ts';
import { DEFAULT_TABLE_LIMITS } from '../../tables/types.ts';
import type { TemplatesService } from '../templates/templates.service.ts';
import type { UsageService } from '../usage/usage.service.ts';
import { createStampableTemplates } from './stampable-template.ts';
import type { StampingService } from './stamping.service.ts';
import { createStampingService } from './stamping.service.ts';

export interface StampingParts {
  config: Pick<Config, 'STAMPS_PER_ACCOUNT' | 'MAX_TABLE_ROWS'>;
  logger: Logger;
  storage: Pick<ObjectStorage, 'get'>;
  sandbox: Pick<Sandbox, 'run'>;
  templates: Pick<TemplatesService, 'getCurrent'>;
  usage: Pick<UsageService, 'getRoom' | 'hold' | 'record'>;
  clock: Clock;
  stampingPool: StampingPool;
}

/** Jobs of one account that may wait, each at most so long: a stalled client may hold a slot for hours. */
const WAITING_PER_ACCOUNT = 8;
const MAX_WAIT_MS = 30_000;
const MAX_ARCHIVE_BYTES = 16 * 1024 ** 3;

/** The stamping service as a process has it. */
export function createStamping(parts: StampingParts): StampingService {
  const { config, logger, storage, sandbox, templates, usage, clock, stampingPool } = parts;
  return createStampingService({
    templates: createStampableTemplates(templates, storage),
    sandbox,
    stampingPool,
    accounts: createKeyedLimiter({
      concurrency: config.STAMPS_PER_ACCOUNT,
      maxQueue: WAITING_PER_ACCOUNT,
      timeoutMs: MAX_WAIT_MS,
      busy: () =>
        new DomainError(
          'BUSY',
          `This account already stamps ${config.STAMPS_PER_ACCOUNT} files; wait until one is done.`,
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
}
