import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** The record of a run as JSON, with an id that every process derives from the record. */
export interface RunUpdate {
  id: string;
  data: string;
  isEnded: boolean;
}

/** Polls one run for all its subscribers. */
export interface RunWatcher {
  /** The subscriber gets the latest record at once, if there is one. */
  add(subscriber: Subscriber): void;
  /** Removing the last subscriber stops the watcher. */
  remove(subscriber: Subscriber): void;
  readonly isOver: boolean;
}

export interface Subscriber {
  /** The latest record, after each poll; it may be the same as before. */
  update(update: RunUpdate): void;
  /** Nothing will follow. */
  end(): void;
}

interface WatcherDependencies {
  /** The record of the run; rejects if it was deleted. */
  read: () => Promise<{ status: string }>;
  /** Whether the account may still read the run. */
  mayWatch: () => Promise<boolean>;
  onFailure: (error: unknown) => void;
  onOver: () => void;
}

/** Pause between two polls: it grows while nothing changes. */
const SHORTEST_MS = 250;
const LONGEST_MS = 2_000;
/** A locked account loses its streams within this time. */
const CHECK_MS = 5_000;

export function watchRun(deps: WatcherDependencies): RunWatcher {
  const subscribers = new Set<Subscriber>();
  const stop = new AbortController();
  let latest: RunUpdate | null = null;

  const poll = async () => {
    const run = await deps.read();
    const data = JSON.stringify(run);
    const id = createHash('sha256').update(data).digest('base64url').slice(0, 16);
    const isNew = id !== latest?.id;
    latest = { id, data, isEnded: run.status !== 'RUNNING' && run.status !== 'WAITING' };
    // Also if nothing is new: a slow client may have skipped it before.
    for (const subscriber of subscribers) subscriber.update(latest);
    return { isNew, isEnded: latest.isEnded };
  };

  const run = async () => {
    let pause = SHORTEST_MS;
    let checked = Date.now();
    while (!stop.signal.aborted) {
      const { isNew, isEnded } = await poll();
      if (isEnded) return;
      pause = isNew ? SHORTEST_MS : Math.min(LONGEST_MS, pause * 1.5);
      await delay(pause, undefined, { signal: stop.signal }).catch(() => {});
      if (Date.now() - checked < CHECK_MS) continue;
      if (!(await deps.mayWatch())) return;
      checked = Date.now();
    }
  };

  void run()
    .catch(deps.onFailure)
    .finally(() => {
      stop.abort();
      deps.onOver();
      for (const subscriber of subscribers) subscriber.end();
    });

  return {
    get isOver() {
      return stop.signal.aborted;
    },
    add(subscriber) {
      subscribers.add(subscriber);
      if (latest !== null) subscriber.update(latest);
    },
    remove(subscriber) {
      subscribers.delete(subscriber);
      if (subscribers.size === 0) stop.abort();
    },
  };
}
