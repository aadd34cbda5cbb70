import type { MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { Metrics } from '../../infra/metrics/metrics.ts';
import { tap } from '../../infra/metrics/tap.ts';
import type { RateLimiter } from '../../infra/rate-limit/rate-limiter.ts';
import type { Sql } from '../../infra/sql.ts';
import type { Tracing } from '../../infra/tracing/tracing.ts';
import type { CachedCounts } from '../workflows/cached-counts/cached-counts.ts';
import type { Acceptance } from './accept-events.ts';
import { createEventRepository } from './event.repository.ts';
import { createEventsService } from './events.service.ts';
import type { CheckSchema } from './schema/schema-check.ts';
import { createWebhookService, type WebhookDependencies } from './webhook.service.ts';

interface WebhooksDeps {
  orm: MikroORM;
  sql: Sql;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  tracing: Tracing;
  rateLimiter: RateLimiter;
  checkSchema: CheckSchema;
  counts: CachedCounts;
  /** Starts the runs of stored events. */
  dispatch: WebhookDependencies['dispatch'];
  /** The rate limit of a workflow's owner; 0 means no limit. */
  requestsPerMinute: number;
}

/** The inbound webhook and the lists of received events. */
export function createWebhooks(deps: WebhooksDeps) {
  const { orm, sql, clock, logger, metrics, tracing, rateLimiter, checkSchema, counts } = deps;
  const repository = createEventRepository(sql);
  const countAccepted = ({ kind }: Acceptance) => {
    if (kind === 'stored') metrics.eventsAccepted.inc();
  };
  return {
    webhooks: createWebhookService({
      events: { ...repository, accept: tap(repository.accept, countAccepted) },
      checkSchema,
      limiter: rateLimiter,
      clock,
      logger,
      tracing,
      dispatch: deps.dispatch,
      requestsPerMinute: deps.requestsPerMinute,
    }),
    events: createEventsService({ orm, sql, counts }),
  };
}
