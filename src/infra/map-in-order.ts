/**
 * Runs `work` on the items of a source, at most `concurrency` at once, and yields the results in the order of the items.
 * The source is read no further ahead. Ending the iteration early also ends the source.
 */
export async function* mapInOrder<Item, Result>(
  source: AsyncIterable<Item> | Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for await (const item of source) {
    const result = work(item);
    // Its failure is thrown when its turn comes; until then it is not an unhandled rejection.
    result.catch(() => {});
    running.push(result);
    if (running.length < concurrency) continue;
    const first = running.shift();
    if (first !== undefined) yield await first;
  }
  for (const result of running) yield await result;
}
