import { controlOf, faultsOf, outputOf } from '../../../support/workflows/run-node.ts';

const data = { condition: { path: 'event.n', operator: 'greaterThan', value: 5 } };

test('the verdict is the branch', () => {
  expect([outputOf('ifElseNode', data, '{"n":6}'), controlOf('ifElseNode', data, '{"n":6}')]).toEqual([
    true,
    'true',
  ]);
  expect(controlOf('ifElseNode', data, '{}')).toBe('false');
});

test('a condition is needed, and its paths must begin with a known word', () => {
  expect(faultsOf('ifElseNode', {})).toEqual(['condition: is missing; give it an object']);
  const wrong = { condition: { path: 'process.env', operator: 'exists' } };
  expect(faultsOf('ifElseNode', wrong).join()).toMatch(/condition\.path: the path "process\.env" must begin/);
});
