import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So many are under way at the same time. */
const UNDER_WAY = 20;
const ROUNDS = 50;
const PER_ROUND = 200;
/** Numbers that make an item 1.6 KB. */
const NUMBERS = 200;

/**
 * Bytes of an item of 1.6 KB that outlive it, on average, when only the young generation is collected, as it nearly
 * always is. A few items exist at the same time. Collects the garbage itself, so that the time of a collection does not
 * matter.
 */
export function bytesKept<Key>({
  add,
  remove,
}: {
  add: (item: object) => Key;
  remove: (key: Key) => unknown;
}): number {
  setFlagsFromString('--expose-gc');
  const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  const underWay: Key[] = [];
  const round = (): void => {
    for (let i = 0; i < PER_ROUND; i++) {
      underWay.push(add({ numbers: Array.from({ length: NUMBERS }, (_, at) => at + 0.5) }));
      if (underWay.length > UNDER_WAY) remove(underWay.shift() as Key);
    }
  };
  for (let i = 0; i < ROUNDS; i++) round();
  collect();
  const before = oldBytes();
  for (let i = 0; i < ROUNDS; i++) {
    round();
    collect({ type: 'minor' });
  }
  return (oldBytes() - before) / (ROUNDS * PER_ROUND);
}

/** Bytes in use outside the young generation. */
function oldBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name }) => !space_name.startsWith('new'))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);
}
