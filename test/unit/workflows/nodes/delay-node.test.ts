import { controlOf, faultsOf } from '../../../support/workflows/run-node.ts';

test.each([
  [{ seconds: 90 }, '{}', 90],
  [{ seconds: 0 }, '{}', 0],
  [{ until: '2027-01-31T08:00:00' }, '{}', '2027-01-31T08:00:00.000Z'],
  [{ until: 'event.when' }, '{"when":"2027-01-31"}', '2027-01-31T00:00:00.000Z'],
])('%j of %s waits %j', (data, event, verdict) => {
  expect(controlOf('delayNode', data, event)).toBe(verdict);
});

test.each([
  ['{}', 'missing'],
  ['{"when":{}}', 'no timestamp'],
  ['{"when":"soon"}', 'no timestamp'],
])('until a path of %s fails: it is %s', (event, reason) => {
  expect(() => controlOf('delayNode', { until: 'event.when' }, event)).toThrow(
    `event.when is ${reason}. It must lead`,
  );
});

test.each([
  [{}, /seconds: give either seconds or until/],
  [{ seconds: 1, until: 'event.a' }, /either/],
  [{ seconds: -1 }, /from 0 to 31622400 \(366 days\)/],
  [{ seconds: 31_622_401 }, /366 days/],
  [{ seconds: '5' }, /must be a number/],
  [{ until: 'tomorrow' }, /until: the path "tomorrow" must begin/],
])('%j is rejected', (data, message) => {
  expect(faultsOf('delayNode', data).join()).toMatch(message);
});
