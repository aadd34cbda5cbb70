/**
 * Runs `work` on the items of a source, at most `width` at once, and gives the results in the order of the items.
 * The source is read no further ahead than that. Ending the iteration early ends the source too.
 */
export async function* inOrder<Item, Result>(
  source: AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for await (const item of source) {
    const result = work(item);
    // Awaited in its turn; until then a failure is not an unhandled one.
    result.catch(() => {});
    running.push(result);
    if (running.length < width) continue;
    const first = running.shift();
    if (first !== undefined) yield await first;
  }
  for (const result of running) yield await result;
}
