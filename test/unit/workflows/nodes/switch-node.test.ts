import { controlOf, faultsOf } from '../../../support/workflows/run-node.ts';

const data = { value: 'event.v', cases: ['DE', 5, true] };

test.each([
  ['{"v":"DE"}', 'DE'],
  ['{"v":5}', '5'],
  ['{"v":"5"}', '5'],
  ['{"v":5.0}', 'default'],
  ['{"v":true}', 'true'],
  ['{"v":"de"}', 'default'],
  ['{"v":{}}', 'default'],
  ['{"v":null}', 'default'],
  ['{}', 'default'],
])('%s goes %s', (event, branch) => {
  expect(controlOf('switchNode', data, event)).toBe(branch);
});

test('cases are values, each once, and none is called default', () => {
  const cases = ['a', 'a', 'default', {}, 'x'.repeat(201)];
  expect(faultsOf('switchNode', { value: 'event.v', cases })).toEqual([
    'cases[1]: is a duplicate; choose a different value',
    'cases[2]: is the name of the branch for all other values; choose a different value',
    'cases[3]: must be a text, a number, true or false',
    'cases[4]: is longer than 200 characters; shorten it',
  ]);
  expect(faultsOf('switchNode', { value: 'event.v', cases: [] })).toEqual(['cases: list at least one value']);
});

test('a case has up to 200 characters', () => {
  expect(faultsOf('switchNode', { value: 'event.v', cases: ['x'.repeat(200)] })).toEqual([]);
});
