import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** A run as it stands: its record as JSON, and an id that is the same for the same record in every process. */
export interface RunUpdate {
  id: string;
  data: string;
  isEnded: boolean;
}

/** Looks at one run for all who watch it. */
export interface RunWatcher {
  /** The watcher tells the latest state at once, if it has one. */
  add(subscriber: Subscriber): void;
  /** The last to leave ends the watching. */
  remove(subscriber: Subscriber): void;
  readonly isOver: boolean;
}

export interface Subscriber {
  /** The latest state, after each look and so perhaps again. */
  update(update: RunUpdate): void;
  /** Nothing will follow. */
  end(): void;
}

export interface WatcherDependencies {
  /** The record of the run; rejects when it is gone. */
  look: () => Promise<{ status: string }>;
  /** Whether who watches still may. */
  mayWatch: () => Promise<boolean>;
  onFailure: (error: unknown) => void;
  onOver: () => void;
}

/** Between two looks: short while something happens, longer while nothing does. */
const SHORTEST_MS = 250;
const LONGEST_MS = 2_000;
/** A lock of the account ends the watching within this. */
const CHECK_MS = 5_000;

export function watchRun(deps: WatcherDependencies): RunWatcher {
  const subscribers = new Set<Subscriber>();
  const stop = new AbortController();
  let latest: RunUpdate | null = null;

  const look = async () => {
    const run = await deps.look();
    const data = JSON.stringify(run);
    const id = createHash('sha256').update(data).digest('base64url').slice(0, 16);
    const isNew = id !== latest?.id;
    latest = { id, data, isEnded: run.status !== 'RUNNING' && run.status !== 'WAITING' };
    // Also what is not new: one that had no room for it then may have some now.
    for (const subscriber of subscribers) subscriber.update(latest);
    return { isNew, isEnded: latest.isEnded };
  };

  const run = async () => {
    let pause = SHORTEST_MS;
    let checked = Date.now();
    while (!stop.signal.aborted) {
      const { isNew, isEnded } = await look();
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
