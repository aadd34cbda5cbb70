import { setTimeout as delay } from 'node:timers/promises';
import { eventOf } from './fixture.ts';

/** An event as its sender knows it. */
export interface SentEvent {
  seq: number;
  /** Sent with an idempotency key, and again until it is accepted. */
  keyed: boolean;
  /** `unknown`: no response arrived, so the event may be stored or not. */
  outcome: 'accepted' | 'rejected' | 'unknown';
  attempts: number;
}

interface Sender {
  readonly events: readonly SentEvent[];
  /** Number of responses by status. */
  readonly responses: Readonly<Record<number, number>>;
  /** Stops sending new events. Resolves when every keyed event is accepted. */
  stop(): Promise<void>;
}

interface SenderOptions {
  /** Addresses of the webhook, used in rotation. */
  urls: readonly string[];
  /** Time between two events. */
  intervalMs: number;
}

const TIMEOUT_MS = 5_000;
const RETRY_PAUSE_MS = 250;

/**
 * Posts events at a steady rate, whatever the responses. Every second event has an idempotency key and is retried until
 * the response is 202; the others are sent once, as most senders do.
 */
export function startSender({ urls, intervalMs }: SenderOptions): Sender {
  const events: SentEvent[] = [];
  const responses: Record<number, number> = {};
  const open = new Set<Promise<void>>();
  let requests = 0;

  const post = async (event: SentEvent): Promise<void> => {
    event.attempts += 1;
    const url = urls[requests++ % urls.length] ?? '';
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: event.keyed ? { 'idempotency-key': `key-${event.seq}` } : {},
        body: JSON.stringify(eventOf(event.seq)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      responses[response.status] = (responses[response.status] ?? 0) + 1;
      event.outcome = response.status === 202 ? 'accepted' : 'rejected';
    } catch {
      event.outcome = 'unknown';
    }
  };

  const send = async (seq: number) => {
    const event: SentEvent = { seq, keyed: seq % 2 === 0, outcome: 'unknown', attempts: 0 };
    events.push(event);
    await post(event);
    while (event.keyed && event.outcome !== 'accepted') {
      await delay(RETRY_PAUSE_MS);
      await post(event);
    }
  };

  const timer = setInterval(() => {
    const work: Promise<void> = send(events.length + 1).finally(() => open.delete(work));
    open.add(work);
  }, intervalMs);
  return {
    events,
    responses,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}
