/** A deterministic random generator: the same seed gives the same values everywhere. */
export interface Draw {
  /** A whole number from `low` to `high`, inclusive. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** True with a probability of `percent` %. */
  chance(percent: number): boolean;
  digits(count: number): string;
}

/** A linear congruential generator (constants of Numerical Recipes): good enough for sample data. */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('Nothing to pick from.');
      return item;
    },
    chance: (percent) => between(1, 100) <= percent,
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(''),
  };
}
