import { faultsOf, outputOf } from '../../../support/workflows/run-node.ts';

const data = {
  from: 'event.list',
  condition: { path: 'item.q', operator: 'greaterThan', value: '${event.min}' },
};

test('elements for which the condition holds are kept as they are', () => {
  const event = '{"min":1,"list":[{"q":1},{"q":2,"more":[1.0]},5,null]}';
  expect(JSON.stringify(outputOf('filterNode', data, event))).toBe('[{"q":2,"more":[1.0]}]');
});

test('a value that is no list is an error that names the path', () => {
  expect(() => outputOf('filterNode', data, '{"list":{}}')).toThrow(
    'event.list is not a list. "from" must lead',
  );
});

test('from and condition are needed', () => {
  expect(faultsOf('filterNode', {})).toHaveLength(2);
});
