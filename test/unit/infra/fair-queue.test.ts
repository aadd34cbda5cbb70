import fc from 'fast-check';
import { createFairQueue } from '../../../src/infra/fair-queue.ts';

function drain(queue: { shift(): string | null }): string[] {
  const items = [];
  for (let item = queue.shift(); item !== null; item = queue.shift()) items.push(item);
  return items;
}

test('owners alternate, and each has its own order', () => {
  const queue = createFairQueue<string>(100);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item.slice(0, 1), item);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('an owner that comes late into a flood is next', () => {
  const queue = createFairQueue<string>(1_000);
  for (let n = 0; n < 1_000; n++) queue.push('a', `a${n}`);
  queue.shift();
  expect(queue.push('b', 'b1')).toBeNull();
  expect([queue.shift(), queue.shift()]).toContain('b1');
});

test('when it is full the longest line gives way, not the newcomer', () => {
  const queue = createFairQueue<string>(3);
  for (const item of ['a1', 'a2', 'a3']) expect(queue.push('a', item)).toBeNull();
  expect(queue.push('a', 'a4')).toBe('a4');
  expect(queue.push('b', 'b1')).toBe('a3');
  expect(queue.size).toBe(3);
  expect(drain(queue)).toEqual(['a1', 'b1', 'a2']);
});

test('whatever is pushed and taken: nothing twice, nothing lost except items given back, never above the bound', () => {
  const operation = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: null });
  fc.assert(
    fc.property(
      fc.array(operation, { maxLength: 200 }),
      fc.integer({ min: 1, max: 10 }),
      (operations, max) => {
        const queue = createFairQueue<string>(max);
        const seen: string[] = [];
        let pushed = 0;
        for (const owner of operations) {
          const out = owner === null ? queue.shift() : queue.push(owner, `${owner}${pushed++}`);
          if (out !== null) seen.push(out);
          expect(queue.size).toBeLessThanOrEqual(max);
        }
        seen.push(...drain(queue));
        expect(queue.size).toBe(0);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toHaveLength(pushed);
      },
    ),
  );
});
