/** A bounded queue that serves owners in round-robin order. When it is full, the longest line loses its last item. */
export interface FairQueue<Item> {
  readonly size: number;
  /** Adds an item at the end of its owner's line. Returns the item that was removed for it, possibly the item itself. */
  push(owner: string, item: Item): Item | null;
  /** The next item; null when the queue is empty. */
  shift(): Item | null;
  clear(): void;
}

export function createFairQueue<Item>(maxItems: number): FairQueue<Item> {
  // In the order in which owners are served.
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
      // This may leave an empty line; `shift` skips it.
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
