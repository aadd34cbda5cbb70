import { rateKeyOfAddress } from '../../http/client-address.ts';
import { findKey, MAX_IDEMPOTENCY_KEY } from '../../http/idempotency-key.ts';
import type { Clock } from '../../infra/clock.ts';
import { passCrashPoint } from '../../infra/crash-points.ts';
import type { Logger } from '../../infra/logger.ts';
import { createOrderedPublicId } from '../../infra/public-id.ts';
import type { RateDecision, RateLimiter } from '../../infra/rate-limit/rate-limiter.ts';
import type { Tracing } from '../../infra/tracing/tracing.ts';
import { withDeadline } from './deadline.ts';
import type { EventRepository } from './event.repository.ts';
import { readPayload } from './payload.ts';
import type { CheckSchema } from './schema/schema-check.ts';
import { createSchemaGate } from './schema-gate.ts';
import { checkSignature } from './signature.ts';
import { createTargetCache, type Target } from './target-cache.ts';
import {
  keyRejected,
  tooManyWebhooks,
  WebhookRejection,
  workflowDisabled,
  workflowNotFound,
} from './webhook-rejection.ts';

/** A received webhook request. Header names are lower case. */
interface WebhookRequest {
  workflowId: string;
  /** For the log. */
  requestId: string;
  /** The sender's; its requests are counted if the workflow is unknown. */
  address: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Uint8Array;
}

export interface WebhookDependencies {
  events: EventRepository;
  checkSchema: CheckSchema;
  limiter: RateLimiter;
  clock: Clock;
  logger: Logger;
  /** Starts a committed run in the background; see Dispatcher. */
  dispatch: (runPublicId: string, ownerId: string) => void;
  requestsPerMinute: number;
  tracing: Pick<Tracing, 'current'>;
}

export interface WebhookService {
  /**
   * Returns once the event is committed, or if it was committed before under the same key. `onRate` gets the rate limit
   * first. Throws WebhookRejection; after any other error the event may not be stored, and the response must not be 202.
   */
  receive(request: WebhookRequest, onRate: (rate: RateDecision | null) => void): Promise<void>;
}

/** If the graph is saved during each of these attempts, the request fails. */
const MAX_ATTEMPTS = 5;

export function createWebhookService(dependencies: WebhookDependencies): WebhookService {
  const { events, limiter, clock, logger, dispatch, requestsPerMinute, tracing } = dependencies;
  const targets = createTargetCache(events);
  const checkSchema = createSchemaGate(dependencies.checkSchema);

  const count = (target: Target | null, { address }: WebhookRequest): Promise<RateDecision | null> => {
    const key =
      target === null ? `webhook-address:${rateKeyOfAddress(address)}` : `webhook:${target.ownerId}`;
    return withDeadline(limiter.take(key, requestsPerMinute));
  };

  /** False if the body is invalid but its key was used before: then it is a repetition. Throws WebhookRejection. */
  const mayStore = async (target: Target, request: WebhookRequest, key: string | null): Promise<boolean> => {
    try {
      await checkSchema(target, readPayload(request.body));
      return true;
    } catch (error) {
      if (key !== null && (await events.hasKey(target.publicId, key))) return false;
      throw error;
    }
  };

  const accept = async (target: Target, request: WebhookRequest): Promise<'accepted' | 'stale'> => {
    if (target.status === 'DISABLED') throw workflowDisabled();
    const { signingSecret } = target.trigger;
    if (signingSecret !== null) checkSignature(signingSecret, signedRequest(request), clock.now());
    const idempotencyKey = keyOf(request.headers, { isSigned: signingSecret !== null });
    if (!(await mayStore(target, request, idempotencyKey))) return 'accepted';
    const eventPublicId = createOrderedPublicId('evt');
    const { publicId: workflowPublicId, graphVersion, graphVersionId } = target;
    passCrashPoint('event-received');
    const acceptance = await events.accept({
      workflowPublicId,
      graphVersion,
      graphVersionId,
      eventPublicId,
      payload: request.body,
      idempotencyKey,
      traceparent: tracing.current(),
    });
    passCrashPoint('event-committed');
    const { requestId } = request;
    if (acceptance.kind === 'stored') logger.debug({ requestId, eventId: eventPublicId }, 'event stored');
    if (acceptance.kind === 'stored' && acceptance.runId !== null) dispatch(acceptance.runId, target.ownerId);
    return acceptance.kind === 'stale' ? 'stale' : 'accepted';
  };

  return {
    async receive(request, onRate) {
      const known = targets.find(request.workflowId);
      let target = known ?? (await targets.load(request.workflowId));
      const rate = await count(target, request);
      onRate(rate);
      if (rate?.allowed === false) throw tooManyWebhooks(rate.resetSeconds);
      let isFresh = known === null;
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        if (target === null) throw workflowNotFound();
        const outcome = await accept(target, request).catch(asRejection);
        if (outcome === 'accepted') return;
        if (outcome !== 'stale' && isFresh) throw outcome;
        const fresh: Target | null = await targets.load(request.workflowId);
        // The cache may be out of date: a rejection is sent only if the database confirms it.
        if (outcome !== 'stale' && isSame(target, fresh)) throw outcome;
        target = fresh;
        isFresh = true;
      }
      throw new Error('The workflow kept changing while an event arrived.');
    },
  };
}

function asRejection(error: unknown): WebhookRejection {
  if (error instanceof WebhookRejection) return error;
  throw error;
}

function isSame(one: Target, other: Target | null): boolean {
  return one.status === other?.status && one.graphVersionId === other.graphVersionId;
}

function signedRequest({ headers, body }: WebhookRequest) {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    id: header('webhook-id'),
    timestamp: header('webhook-timestamp'),
    signature: header('webhook-signature'),
    body,
  };
}

/**
 * The key by which a sender repeats an event: `Idempotency-Key`, else the `webhook-id` of Standard Webhooks. Signed
 * requests use only `webhook-id`: the signature covers no other header, so an intercepted request could be sent as a new
 * event. Throws WebhookRejection if the key is too long.
 */
function keyOf(headers: WebhookRequest['headers'], { isSigned }: { isSigned: boolean }): string | null {
  const key = findKey(headers, isSigned ? ['webhook-id'] : ['idempotency-key', 'webhook-id']);
  if (key !== null && key.length > MAX_IDEMPOTENCY_KEY) {
    throw keyRejected(`at most ${MAX_IDEMPOTENCY_KEY} characters`);
  }
  return key;
}
