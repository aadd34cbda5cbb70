/**
 * Starts a piece of work for each item, at most `size` at a time: the next batch begins when the one before is done,
 * well or not. Returns one promise for each item, in their order.
 */
export function inBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result>[] {
  const results: Promise<Result>[] = [];
  for (let from = 0; from < items.length; from += size) {
    const before = Promise.allSettled(results.slice(-size));
    results.push(...items.slice(from, from + size).map((item) => before.then(() => work(item))));
  }
  return results;
}
