import { limits } from '../../../../workflows/graph/limits.ts';
import { controlOf, faultsOf, outputOf } from '../../../support/workflows/run-node.ts';

const data = { items: 'event.list' };

test('the output is the list, the verdict how long it is', () => {
  expect(outputOf('forEachNode', data, '{"list":[1,2]}')).toEqual([1, 2]);
  expect(controlOf('forEachNode', data, '{"list":[1,2]}')).toBe(2);
});

test('no list, and too long a list, are errors that say what to do', () => {
  expect(() => outputOf('forEachNode', data, '{}')).toThrow(
    'event.list is missing. "items" must lead to a list.',
  );
  const long = JSON.stringify({ list: Array.from({ length: limits.items + 1 }, () => 0) });
  expect(() => outputOf('forEachNode', data, long)).toThrow(
    /10001 elements; at most 10000 are possible. Pick fewer/,
  );
});

test('items is needed', () => {
  expect(faultsOf('forEachNode', { items: ' ' })).toEqual(['items: is missing; give it text']);
});
