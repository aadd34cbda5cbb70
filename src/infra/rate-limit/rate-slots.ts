/**
 * The taken slots of a key: how many are free again at which instant, `[ms, count]`, the earliest first. A request takes
 * a slot for one window. A leased slot stands at the end of its lease plus one window: whenever its holder uses it, it
 * is free again by then, and if the holder dies it is free by itself.
 */
export type Slots = readonly (readonly [at: number, count: number])[];

/** Slots a process may use without asking, until `deadline`. */
export interface Lease {
  /** Where they stand in the shared list. */
  at: number;
  count: number;
  deadline: number;
  /** When they were used. */
  uses: number[];
}

/** Entries of one key are grouped where limits are so high that single instants would make the list long. */
const MAX_ENTRIES = 1_000;

/** The list without what is free by `now`, and with leases replaced by what became of them. */
export function settleSlots(
  slots: Slots,
  leases: readonly Lease[],
  { now, windowMs, limit }: { now: number; windowMs: number; limit: number },
): Slots {
  const step = limit > MAX_ENTRIES ? Math.ceil(windowMs / MAX_ENTRIES) : 1;
  const counts = new Map<number, number>();
  const add = (at: number, count: number) => counts.set(at, (counts.get(at) ?? 0) + count);
  // Two processes may have leased in the same millisecond.
  for (const [at, count] of slots) add(at, count);
  for (const { at, count, uses } of leases) {
    // Not there: the shared list was lost, and with it the lease.
    if (counts.has(at)) add(at, -count);
    for (const use of uses) add(Math.ceil((use + windowMs) / step) * step, 1);
  }
  return [...counts].filter(([at, count]) => at > now && count > 0).sort(([a], [b]) => a - b);
}

export function countSlots(slots: Slots): number {
  return slots.reduce((sum, [, count]) => sum + count, 0);
}
