/** Work on many items at once: one result for each, in their order. */
export type BatchWork<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

export interface BatcherOptions<Item, Result> {
  work: BatchWork<Item, Result>;
  /** How many batches are under way at once; what arrives meanwhile waits for the next one. */
  concurrency: number;
  /** Items in one batch at most. */
  maxItems: number;
  /** Bytes (or any weight) in one batch at most; a single item may weigh more. */
  maxWeight: number;
  weigh: (item: Item) => number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: an item that finds nothing under way goes at once, those that arrive meanwhile go together. Nothing
 * waits for a timer, so an idle system is as fast as without. When a batch fails, its items are tried one by one, so
 * that each answers for itself alone.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { work, concurrency, maxItems, maxWeight, weigh } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  const takeBatch = (): Waiting<Item, Result>[] => {
    let count = 0;
    let weight = 0;
    for (const { item } of waiting.slice(0, maxItems)) {
      weight += weigh(item);
      if (count > 0 && weight > maxWeight) break;
      count += 1;
    }
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return batch;
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

  const pump = (): void => {
    while (running < concurrency && waiting.length > 0) {
      running += 1;
      void settle(takeBatch()).finally(() => {
        running -= 1;
        pump();
      });
    }
  };

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      pump();
    });
}
