import fc from 'fast-check';
import { checkShape } from '../../../src/http/json-body.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test('ordinary JSON passes, whatever its strings hold', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 20 }), (text) => {
      fc.pre(depthOf(JSON.parse(text)) <= 64);
      expect(() => checkShape(text)).not.toThrow();
    }),
  );
});

test.each([
  ['64 levels', '['.repeat(64) + ']'.repeat(64)],
  ['brackets in a string', JSON.stringify('['.repeat(1000))],
  ['quotes and backslashes in a string', JSON.stringify({ a: '\\"[[[[\\\\"'.repeat(100) })],
  ['colons in a string', JSON.stringify(':'.repeat(20_000))],
  ['letters of several bytes, and an escape before one', JSON.stringify({ 'ż🦓\\ż': '[ż{🦓'.repeat(100) })],
  ['10,000 members', `{${'"a":1,'.repeat(9999)}"b":1}`],
  ['siblings', `[${'[],'.repeat(5000)}[]]`],
])('%s passes', (_name, text) => {
  expect(() => checkShape(text)).not.toThrow();
});

test.each([
  ['65 levels', '['.repeat(65) + ']'.repeat(65), '64 levels'],
  ['190,000 levels, never closed', '{"a":'.repeat(190_000), '64 levels'],
  ['65 levels, other brackets between', '[]'.repeat(40) + '{"a":['.repeat(33), '64 levels'],
  ['10,001 members', `{${'"a":1,'.repeat(10_001)}"b":1}`, '10000 members'],
])('%s is rejected', (_name, text, message) => {
  expect(() => checkShape(text)).toThrow(message);
});
