import type { Sample } from '../../tools/topology/steady/sample.ts';
import { judge } from '../../tools/topology/steady/verdict.ts';

/** One sample a minute of a service that takes 100 events in each. */
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

const notFlat = (some: Sample[]) => judge(some).flatMap(({ what, isFlat }) => (isFlat ? [] : [what]));

test('what stays or grows with each event alike is flat, also after a steep beginning', () => {
  expect(notFlat(samples(() => ({})))).toEqual([]);
  expect(notFlat(samples((minute) => ({ memory: Math.min(200, 50 + minute * 50) })))).toEqual([]);
});

test.each([
  ['memory', (minute: number) => ({ memory: 200 + minute * 10 }), 'api-1, memory'],
  ['what an event adds', (minute: number) => ({ bytes: 100 * minute ** 2 }), 'stamping, growth an event'],
  ['histories', (minute: number) => ({ events: 14 + minute }), 'history of a run'],
])('%s that grows is not', (_, of, what) => {
  expect(notFlat(samples(of))).toEqual([what]);
});

test('a few minutes tell nothing', () => {
  expect(() => judge(samples(() => ({})).slice(0, 7))).toThrow('8 or more');
});
