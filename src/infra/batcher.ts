/** Work on many items at once: one result for each, in their order. */
type BatchWork<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

interface BatcherOptions<Item, Result> {
  work: BatchWork<Item, Result>;
  /** Batches that run at the same time at most. */
  concurrency: number;
  /** Items of a batch at most. */
  maxItems: number;
  /** Bytes (or any weight) of a batch at most; a single item may weigh more. */
  maxWeight: number;
  weigh: (item: Item) => number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Items wait for the running batch for this many milliseconds, then start a second one beside it. It is longer than a
 * commit on an idle disk.
 */
const PATIENCE_MS = 3;

/**
 * Group commit: items that arrive in one turn of the event loop form a batch, and items that arrive while a batch runs
 * form the next one. On an idle system an item does not wait. A batch that takes long, for example because of a lock,
 * delays later items by a few milliseconds only: the next batch then runs beside it. When a batch fails, its items are
 * tried one by one, so that an item fails only for its own reason.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { work, concurrency, maxItems, maxWeight, weigh } = options;
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let lastStart = 0;
  let isPumpScheduled = false;
  let isTimed = false;

  const takeBatch = (): Waiting<Item, Result>[] => {
    let count = 0;
    let weight = 0;
    for (const { item } of waiting) {
      weight += weigh(item);
      if (count === maxItems || (count > 0 && weight > maxWeight)) break;
      count += 1;
    }
    return waiting.splice(0, count);
  };

  const run = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item));
      if (results.length !== batch.length) {
        throw new Error(`A batch of ${batch.length} items returned ${results.length} results.`);
      }
      results.forEach((result, i) => {
        batch[i]?.resolve(result);
      });
    } catch (error) {
      const [only] = batch;
      if (batch.length > 1) await Promise.all(batch.map((one) => run([one])));
      else only?.reject(error);
    }
  };

  const mayStart = () =>
    running === 0 || (running < concurrency && performance.now() - lastStart >= PATIENCE_MS);

  const pump = (): void => {
    while (waiting.length > 0 && mayStart()) {
      running += 1;
      lastStart = performance.now();
      void run(takeBatch()).finally(() => {
        running -= 1;
        pump();
      });
    }
    if (isTimed || waiting.length === 0 || running >= concurrency) return;
    isTimed = true;
    setTimeout(() => {
      isTimed = false;
      pump();
    }, PATIENCE_MS);
  };

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isPumpScheduled) return;
      isPumpScheduled = true;
      setImmediate(() => {
        isPumpScheduled = false;
        pump();
      });
    });
}
