/** Lets at most `count` pieces of work run at once; the others wait in the order they came. */
export function createSlots(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = count;
  const waiting: (() => void)[] = [];
  const enter = (): Promise<void> => {
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve) => waiting.push(resolve));
  };
  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free++;
      else next();
    }
  };
}

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
