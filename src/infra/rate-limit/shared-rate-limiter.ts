import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';
import { countSlots, type Lease, type Slots, settleSlots } from './rate-slots.ts';
import type { RateStore } from './rate-store.ts';

const MINUTE = 60_000;
/** How long leased slots may be used without asking again. */
const LEASE_MS = 10_000;
/** A refusal is told again without asking for this long. */
const REFUSAL_MS = 250;
/** Leased slots are looked after this often. */
const TEND_MS = 250;
/** How often, and after which pause, the last slots are asked for while others hold some they may not need. */
const RECALLS = 5;
const RECALL_MS = 100;
/** A lease is at most this part of what is free, so that what idles elsewhere stays small. */
const SHARE = 8;
const MAX_CONFLICTS = 50;

export interface SharedRateLimiter extends RateLimiter {
  /** Gives back what is leased and unused. */
  close(): Promise<void>;
}

/** What this process knows of one key. */
interface Local {
  version: string | null;
  slots: Slots;
  leases: Lease[];
  waiting: number;
  /** Free slots nobody had leased at the last look. */
  spare: number;
  limit: number;
  refusedUntil: number;
  lastUse: number;
  busy: Promise<void> | null;
}

/**
 * A limiter whose counts all API processes share. Each leases a few of a key's slots at a time and uses them without
 * asking; all slots leased and used in a window are never more than the limit. `docs/adr/0024` tells why it is so.
 * The clocks of the processes must agree.
 */
export function createSharedRateLimiter(deps: {
  store: RateStore;
  clock: Clock;
  /** Length of the window, a minute by default. */
  windowMs?: number;
  /** Pause between looks for what others give back; tests bring their own. */
  pause?: (ms: number) => Promise<unknown>;
}): SharedRateLimiter {
  const { store, clock, windowMs = MINUTE, pause = sleep } = deps;
  const keys = new Map<string, Local>();
  let timer: NodeJS.Timeout | null = null;
  const time = () => clock.now().getTime();

  const localOf = (key: string): Local => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const fresh = { version: null, slots: [], leases: [], waiting: 0, spare: 0, limit: 0, busy: null };
    const local: Local = { ...fresh, refusedUntil: 0, lastUse: 0 };
    keys.set(key, local);
    return local;
  };

  /** Writes what became of the leases and takes a new one for `wish` slots; 0 only gives back. */
  const exchange = async (key: string, local: Local, wish: () => number): Promise<number> => {
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      const now = time();
      const settled = settleSlots(local.slots, local.leases, { now, windowMs, limit: local.limit });
      const free = Math.max(0, local.limit - countSlots(settled));
      const want = wish();
      const count = want === 0 ? 0 : Math.min(free, Math.max(want, Math.ceil(free / SHARE)));
      const lease = { at: now + LEASE_MS + windowMs, count, deadline: now + LEASE_MS, uses: [] };
      const slots = settleSlots([...settled, ...(count > 0 ? [[lease.at, count] as const] : [])], [], {
        ...{ now, windowMs, limit: local.limit },
      });
      const answer = await store.replace(key, local.version, slots);
      Object.assign(local, { version: answer.version, slots: answer.slots });
      if (!answer.isReplaced) continue;
      local.leases = count > 0 ? [lease] : [];
      local.spare = free - count;
      return count;
    }
    throw new Error('the shared count of requests kept changing');
  };

  /** Slots for those who wait, or a refusal that holds for a moment. */
  const refill = async (key: string, local: Local): Promise<void> => {
    for (let recalls = 0; ; recalls++) {
      if ((await exchange(key, local, () => local.waiting)) > 0) return;
      const now = time();
      // Nothing is free, but others hold slots they may not need.
      const isLeasedElsewhere = local.slots.some(([at]) => at > now + windowMs + windowMs / 100);
      if (!isLeasedElsewhere || recalls === RECALLS) {
        local.refusedUntil = Math.min(local.slots[0]?.[0] ?? now, now + REFUSAL_MS);
        return;
      }
      await store.want(key, now + 2 * RECALL_MS * RECALLS);
      await pause(RECALL_MS);
    }
  };

  const alone = async (local: Local, work: () => Promise<unknown>): Promise<void> => {
    local.busy ??= (async () => {
      try {
        await work();
      } finally {
        local.busy = null;
      }
    })();
    await local.busy;
  };

  /** Gives back leases that have run out and those that somebody else waits for; forgets keys long unused. */
  const tend = async (all = false): Promise<void> => {
    const now = time();
    const held = [...keys].filter(([, { leases }]) => leases.length > 0);
    const wanted =
      held.length === 0
        ? []
        : await store.findWanted(
            held.map(([key]) => key),
            now,
          );
    for (const [key, local] of held) {
      const isDue = local.leases.some(({ deadline }) => deadline <= now);
      if (local.busy !== null || !(all || isDue || wanted.includes(key))) continue;
      // What is being given back is used no more.
      for (const lease of local.leases) lease.deadline = 0;
      await alone(local, () => exchange(key, local, () => 0));
    }
    for (const [key, { lastUse, leases, busy }] of keys) {
      if (leases.length === 0 && busy === null && lastUse <= now - windowMs) keys.delete(key);
    }
    if (keys.size === 0 && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  };
  let tending = false;
  const tendAgain = () => {
    if (tending) return;
    tending = true;
    // A round that fails is made up for by the next; leases run out by themselves.
    void tend()
      .catch(() => {})
      .finally(() => {
        tending = false;
      });
  };

  const decide = (local: Local, allowed: boolean): RateDecision => {
    const now = time();
    const left = local.leases.reduce(
      (sum, { count, uses, deadline }) => sum + (deadline > now ? count - uses.length : 0),
      0,
    );
    const used = local.leases.flatMap(({ uses }) => uses.slice(0, 1).map((at) => at + windowMs));
    const shared = local.slots
      .map(([at]) => at)
      .filter((at) => !local.leases.some((lease) => lease.at === at));
    const next = Math.min(...shared.slice(0, 1), ...used, now + windowMs);
    return {
      allowed,
      limit: local.limit,
      remaining: allowed ? Math.max(0, local.spare + left) : 0,
      resetSeconds: Math.max(1, Math.ceil((next - now) / 1000)),
    };
  };

  return {
    async take(key, limit) {
      if (limit === 0) return null;
      const local = localOf(key);
      local.limit = limit;
      local.lastUse = time();
      timer ??= setInterval(tendAgain, TEND_MS).unref();
      local.waiting += 1;
      try {
        for (;;) {
          const now = time();
          const lease = local.leases.find(
            ({ count, uses, deadline }) => deadline > now && uses.length < count,
          );
          if (lease !== undefined) {
            lease.uses.push(now);
            return decide(local, true);
          }
          if (now < local.refusedUntil) return decide(local, false);
          await alone(local, () => refill(key, local));
        }
      } finally {
        local.waiting -= 1;
      }
    },

    async close() {
      if (timer !== null) clearInterval(timer);
      timer = null;
      await tend(true).catch(() => {});
    },
  };
}
