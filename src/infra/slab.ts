/** Things under way, each at a place of its own until it is taken out; places are used again. */
export interface Slab<Item extends object> {
  readonly size: number;
  /** Puts it in; the answer is its place, which is good until it is taken out. */
  add(item: Item): number;
  /** Takes out what is at this place; undefined when nothing is. */
  take(place: number): Item | undefined;
  /** All that are in, in no order. */
  items(): Item[];
  clear(): void;
}

/**
 * For what comes and goes with every request or document. A `Map` or `Set` is the wrong thing there: it moves to a new
 * table every few entries, the old table points to the new one and to what was in it, and once one of them has lived long
 * enough for V8's old generation, each next one is kept by the last, with all it held, until the whole heap is collected
 * (ADR 52).
 */
export function createSlab<Item extends object>(): Slab<Item> {
  const places: (Item | undefined)[] = [];
  const free: number[] = [];
  return {
    get size() {
      return places.length - free.length;
    },
    add(item) {
      const place = free.pop() ?? places.length;
      places[place] = item;
      return place;
    },
    take(place) {
      const item = places[place];
      if (item === undefined) return undefined;
      places[place] = undefined;
      free.push(place);
      return item;
    },
    items: () => places.filter((item) => item !== undefined),
    clear() {
      places.length = 0;
      free.length = 0;
    },
  };
}
