/** Work on many items at once: one result for each, in their order. */
export type BatchWork<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

export interface BatcherOptions<Item, Result> {
  work: BatchWork<Item, Result>;
  /** How many batches are under way at once at most. */
  concurrency: number;
  /** Items in one batch at most. */
  maxItems: number;
  /** Bytes (or any weight) in one batch at most; a single item may weigh more. */
  maxWeight: number;
  weigh: (item: Item) => number;
  /**
   * At most half of the senders in one batch: for work that takes as long as it takes to read and answer them, so that
   * one half is worked on while the other is answered. Quick work is dearer in two halves than in one.
   */
  inHalves: boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** So few always go together: their own share of a batch is nothing beside what every batch costs. */
const FEW = 8;

/**
 * As long as a batch is under way for less than this, what arrives waits for it to end; milliseconds. More than a commit
 * takes on a disk that is not busy; on one that is, or with processors that are, waiting would be all there is.
 */
const PATIENCE = 3;

/**
 * Group commit: what arrives in one turn of the event loop goes together, and what arrives while a batch is under way
 * goes with the next one. An idle system waits for nothing. Senders mostly come again once they are answered, so `inHalves`
 * takes at most half of them in one batch: while the database commits for these, the answers to the others are written
 * and their next items read. A batch that takes long, for whatever lock it waits, holds up the others for a moment only:
 * further ones then go beside it. When a batch fails, its items are tried one by one, so that each answers for itself
 * alone.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { work, concurrency, maxItems, maxWeight, weigh, inHalves } = options;
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let lastStart = 0;
  let lastCount = 0;
  let isTurnOpen = false;
  let isTimed = false;

  const takeBatch = (): Waiting<Item, Result>[] => {
    const share = inHalves ? Math.ceil((waiting.length + lastCount) / 2) : waiting.length;
    const most = Math.min(maxItems, Math.max(FEW, share));
    let count = 0;
    let weight = 0;
    for (const { item } of waiting) {
      weight += weigh(item);
      if (count === most || (count > 0 && weight > maxWeight)) break;
      count += 1;
    }
    lastCount = count;
    return waiting.splice(0, count);
  };

  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length)
        throw new Error('A batch gave another number of results than items.');
      results.forEach((result, i) => {
        batch[i]?.resolve(result);
      });
    } catch (error) {
      const [only] = batch;
      if (batch.length > 1) await Promise.all(batch.map((one) => settle([one])));
      else only?.reject(error);
    }
  };

  const mayStart = () =>
    running === 0 || (running < concurrency && performance.now() - lastStart >= PATIENCE);

  const pump = (): void => {
    while (waiting.length > 0 && mayStart()) {
      running += 1;
      lastStart = performance.now();
      void settle(takeBatch()).finally(() => {
        running -= 1;
        pump();
      });
    }
    if (isTimed || waiting.length === 0 || running >= concurrency) return;
    isTimed = true;
    setTimeout(endPatience, PATIENCE);
  };

  const endPatience = (): void => {
    isTimed = false;
    pump();
  };

  const closeTurn = (): void => {
    isTurnOpen = false;
    pump();
  };

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isTurnOpen) return;
      isTurnOpen = true;
      setImmediate(closeTurn);
    });
}
