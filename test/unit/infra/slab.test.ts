import { createSlab } from '../../../src/infra/slab.ts';
import { bytesKept } from '../../support/bytes-kept.ts';

test('what is put in is at its place until it is taken out, once', () => {
  const slab = createSlab<{ name: string }>();
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  const [atA, atB] = [slab.add(a), slab.add(b)];
  expect(slab.size).toBe(2);
  expect(slab.items()).toEqual([a, b]);
  expect(slab.take(atA)).toBe(a);
  expect(slab.take(atA)).toBeUndefined();
  expect(slab.size).toBe(1);
  expect(slab.items()).toEqual([b]);
  expect(slab.take(atB)).toBe(b);
  expect([slab.size, slab.items()]).toEqual([0, []]);
  expect(slab.take(99)).toBeUndefined();
  slab.add(a);
  slab.clear();
  expect([slab.size, slab.items(), slab.take(0)]).toEqual([0, [], undefined]);
});

test('places are used again, so that it grows no larger than what is in at the same time', () => {
  const slab = createSlab<object>();
  const places = new Set<number>();
  const underWay: number[] = [];
  for (let i = 0; i < 1000; i++) {
    const place = slab.add({});
    places.add(place);
    underWay.push(place);
    if (underWay.length === 5) slab.take(underWay.shift() ?? -1);
  }
  expect([...places].sort()).toEqual([0, 1, 2, 3, 4]);
});

test('what was taken out is gone with the young generation, where a Map keeps half of it', () => {
  const slab = createSlab<object>();
  const map = new Map<object, object>();
  const inSlab = bytesKept({
    add: (item) => slab.add(item),
    remove: (place) => slab.take(place),
  });
  const inMap = bytesKept({
    add: (item) => map.set(item, item) && item,
    remove: (item) => map.delete(item),
  });
  expect(inSlab).toBeLessThan(50);
  // What the measure is for; if engines come to let go of it, maps will do.
  expect(inMap).toBeGreaterThan(200);
});
