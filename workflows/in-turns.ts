/**
 * Does a piece of work for each item, `together` at a time: the next ones begin when those before are done, well or not.
 * Answers one promise for each item, in their order.
 */
export function inTurns<Item, Result>(
  items: readonly Item[],
  together: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result>[] {
  const results: Promise<Result>[] = [];
  for (let from = 0; from < items.length; from += together) {
    const before = Promise.allSettled(results.slice(-together));
    results.push(...items.slice(from, from + together).map((item) => before.then(() => work(item))));
  }
  return results;
}
