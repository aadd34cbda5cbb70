import type { Config } from '../../config.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { DEFAULT_TABLE_LIMITS } from '../../tables/types.ts';
import type { TemplatesService } from '../templates/templates.service.ts';
import type { UsageService } from '../usage/usage.service.ts';
import { createAccountSlots } from './account-slots.ts';
import { createStampableTemplates } from './stampable-template.ts';
import type { StampingService } from './stamping.service.ts';
import { createStampingService } from './stamping.service.ts';
import { createStampThreads } from './threads/stamp-threads.ts';

export interface StampingParts {
  config: Pick<Config, 'STAMP_THREADS' | 'STAMPS_PER_ACCOUNT' | 'MAX_TABLE_ROWS'>;
  logger: Logger;
  storage: Pick<ObjectStorage, 'get'>;
  sandbox: Pick<Sandbox, 'run'>;
  templates: Pick<TemplatesService, 'getCurrent'>;
  usage: Pick<UsageService, 'record'>;
}

const BATCH_TIMEOUT_MS = 60_000;
const WAITING_PER_ACCOUNT = 8;
const MAX_ARCHIVE_BYTES = 16 * 1024 ** 3;

/** The stamping service and the threads it works with. */
export interface Stamping extends StampingService {
  /** Starts the threads, which otherwise start with the first job. */
  warmUp(): void;
  close(): Promise<void>;
}

export function createStamping(parts: StampingParts): Stamping {
  const { config, logger, storage, sandbox, templates, usage } = parts;
  const threads = createStampThreads({ threads: config.STAMP_THREADS, timeoutMs: BATCH_TIMEOUT_MS });
  const service = createStampingService({
    templates: createStampableTemplates(templates, storage),
    sandbox,
    threads,
    slots: createAccountSlots({ perAccount: config.STAMPS_PER_ACCOUNT, maxWaiting: WAITING_PER_ACCOUNT }),
    usage,
    logger,
    limits: {
      table: { ...DEFAULT_TABLE_LIMITS, maxRows: config.MAX_TABLE_ROWS },
      archiveBytes: MAX_ARCHIVE_BYTES,
    },
  });
  return { ...service, warmUp: () => threads.warmUp(), close: () => threads.close() };
}
