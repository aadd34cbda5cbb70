import fc from 'fast-check';
import {
  createOrderedPublicId,
  createPublicId,
  derivePublicId,
  isPublicId,
  withKind,
} from '../../../src/infra/public-id.ts';

test('ids of one millisecond still sort in the order they were made', () => {
  const ids = Array.from({ length: 2000 }, () => createOrderedPublicId('evt'));
  expect([...ids].sort()).toEqual(ids);
});

test('ids carry their kind and are well formed', () => {
  const id = createPublicId('tpl');
  expect(id).toMatch(/^tpl_[0-9a-z]{26}$/);
  expect(isPublicId('tpl', id)).toBe(true);
  expect(isPublicId('wrk', id)).toBe(false);
});

test('100,000 ids never collide', () => {
  expect(new Set(Array.from({ length: 100_000 }, () => createPublicId('doc'))).size).toBe(100_000);
});

test.each([
  '',
  'tpl_',
  'tpl_01',
  'TPL_01kb3w6h0g0000000000000000',
  'tpl_01KB3W6H0G0000000000000000',
  'tpl_81kb3w6h0g0000000000000000',
  'tpl_01kb3w6h0g0000000000000000 ',
  'tpl_01kb3w6h0g000000000000000l',
  'tpl_01kb3w6h0g0000000000000000\n',
])('rejects %j before any look-up', (value) => {
  expect(isPublicId('tpl', value)).toBe(false);
});

test('arbitrary text is only an id when it is one', () => {
  fc.assert(fc.property(fc.string(), (text) => !isPublicId('usr', text)));
});

test('a derived id is the same for the same parts and another for others', () => {
  const run = createPublicId('run');
  expect(derivePublicId('doc', run, ['node', -1])).toBe(derivePublicId('doc', run, ['node', -1]));
  expect(derivePublicId('doc', run, ['node', -1])).not.toBe(derivePublicId('doc', run, ['node', 0]));
  expect(derivePublicId('doc', run, ['node-', 1])).not.toBe(derivePublicId('doc', run, ['node', -1]));
  expect(isPublicId('doc', derivePublicId('doc', run, ['x']))).toBe(true);
});

test('the first run of an event has its ULID', () => {
  const event = createPublicId('evt');
  expect(withKind('run', event)).toBe(`run_${event.slice(4)}`);
});
