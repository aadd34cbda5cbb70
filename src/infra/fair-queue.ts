/** Things that wait in turn: one of each owner, then the next of each. Bounded; the longest line gives way. */
export interface FairQueue<Item> {
  readonly size: number;
  /** Adds an item at the end of its owner's line. Answers what had to go for it, perhaps the item itself. */
  push(owner: string, item: Item): Item | null;
  /** The next in turn; null when nothing waits. */
  shift(): Item | null;
  clear(): void;
}

export function createFairQueue<Item>(maxItems: number): FairQueue<Item> {
  // Owners in the order of their turns.
  const lines = new Map<string, Item[]>();
  let size = 0;

  const longestLine = (): Item[] => {
    let longest: Item[] = [];
    for (const line of lines.values()) if (line.length > longest.length) longest = line;
    return longest;
  };

  return {
    get size() {
      return size;
    },
    push(owner, item) {
      const line = lines.get(owner);
      if (line === undefined) lines.set(owner, [item]);
      else line.push(item);
      if (size < maxItems) {
        size += 1;
        return null;
      }
      // A line of one may end up empty here; its owner is skipped when its turn comes.
      return longestLine().pop() ?? null;
    },
    shift() {
      for (const [owner, line] of lines) {
        const item = line.shift();
        lines.delete(owner);
        if (item === undefined) continue;
        if (line.length > 0) lines.set(owner, line);
        size -= 1;
        return item;
      }
      return null;
    },
    clear() {
      lines.clear();
      size = 0;
    },
  };
}
