import { compareSamples } from '../../tools/topology/steady/compare-samples.ts';
import type { Sample } from '../../tools/topology/steady/sample.ts';

/** One sample a minute of a service that accepts 100 events a minute. */
const samples = (of: (minute: number) => Partial<{ memory: number; bytes: number; events: number }>) =>
  Array.from({ length: 16 }, (_, index): Sample => {
    const { memory = 200, bytes = 1_000 * index, events = 14 } = of(index);
    return {
      minute: index + 1,
      accepted: index * 100,
      processes: { 'api-1': { memory, handles: 50 } },
      databases: { stamping: bytes },
      histories: { ended: index * 100, meanEvents: events, open: 4 },
    };
  });

const notFlat = (some: Sample[]) =>
  compareSamples(some).flatMap(({ measure, isFlat }) => (isFlat ? [] : [measure]));

test('constant resources and constant growth per event are flat, also after a steep warm-up', () => {
  expect(notFlat(samples(() => ({})))).toEqual([]);
  expect(notFlat(samples((minute) => ({ memory: Math.min(200, 50 + minute * 50) })))).toEqual([]);
});

test.each([
  ['memory', (minute: number) => ({ memory: 200 + minute * 10 }), 'api-1, memory'],
  ['growth per event', (minute: number) => ({ bytes: 100 * minute ** 2 }), 'stamping, growth per event'],
  ['histories', (minute: number) => ({ events: 14 + minute }), 'history of a run'],
])('growing %s is not flat', (_, of, measure) => {
  expect(notFlat(samples(of))).toEqual([measure]);
});

test('fewer than 8 samples are an error', () => {
  expect(() => compareSamples(samples(() => ({})).slice(0, 7))).toThrow('8 or more');
});
