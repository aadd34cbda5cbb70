import { setTimeout as delay } from 'node:timers/promises';
import { eventOf } from './fixture.ts';

/** What a sender knows of one event. `keyed`: sent again under the same key until it was accepted. */
export interface Sent {
  seq: number;
  keyed: boolean;
  /** `unknown`: no answer came; the event may be stored or not. */
  outcome: 'accepted' | 'refused' | 'unknown';
  tries: number;
}

export interface Sender {
  readonly sentEvents: readonly Sent[];
  /** How often which status was answered. */
  readonly answers: Readonly<Record<number, number>>;
  /** Sends no more; resolves once every keyed event is accepted. */
  stop(): Promise<void>;
}

export interface SenderOptions {
  /** Addresses of the webhook, asked in turn. */
  urls: readonly string[];
  everyMs: number;
}

const ANSWER_MS = 5_000;
const PAUSE_MS = 250;

/**
 * Posts at a steady pace, whatever the answers. Every second event is one of a sender that gives a key and tries again
 * until it is told 202; the others are told once, as most senders do.
 */
export function startSender({ urls, everyMs }: SenderOptions): Sender {
  const sentEvents: Sent[] = [];
  const answers: Record<number, number> = {};
  const open = new Set<Promise<void>>();
  let turn = 0;

  const tryOnce = async (sent: Sent): Promise<void> => {
    sent.tries += 1;
    const url = urls[turn++ % urls.length] ?? '';
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: sent.keyed ? { 'idempotency-key': `key-${sent.seq}` } : {},
        body: JSON.stringify(eventOf(sent.seq)),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await response.arrayBuffer();
      answers[response.status] = (answers[response.status] ?? 0) + 1;
      sent.outcome = response.status === 202 ? 'accepted' : 'refused';
    } catch {
      sent.outcome = 'unknown';
    }
  };

  const send = async (seq: number) => {
    const sent: Sent = { seq, keyed: seq % 2 === 0, outcome: 'unknown', tries: 0 };
    sentEvents.push(sent);
    await tryOnce(sent);
    while (sent.keyed && sent.outcome !== 'accepted') {
      await delay(PAUSE_MS);
      await tryOnce(sent);
    }
  };

  const timer = setInterval(() => {
    const work: Promise<void> = send(sentEvents.length + 1).finally(() => open.delete(work));
    open.add(work);
  }, everyMs);
  return {
    sentEvents,
    answers,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}
