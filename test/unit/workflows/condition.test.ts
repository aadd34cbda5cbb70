import fc from 'fast-check';
import { comparable, compareValues } from '../../../workflows/graph/compare.ts';
import { evaluateCondition, operators } from '../../../workflows/graph/condition.ts';
import { findConditionFaults } from '../../../workflows/graph/condition-faults.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../../workflows/graph/json-text.ts';
import { NodeError } from '../../../workflows/graph/node-error.ts';
import { readerOf } from '../../support/workflows/read-values.ts';

const event = parseJson(
  '{"n":10,"t":"2","long":12345678901234567890,"tiny":1e-7,"exact":1.10,"word":"héllo","pair":"a\u{1f600}","yes":true,"none":null,"blank":"","list":[1,"b",{"x":1}],"empty":[],"o":{"x":1},"patterns":"^(","zero":-0.0}',
);
const holds = (condition: unknown) => evaluateCondition(condition as JsonValue, readerOf({ event }));

test.each<[string, string, unknown, boolean]>([
  ['event.n', 'equals', '10.0', true],
  ['event.n', 'greaterThan', '9', true],
  ['event.t', 'lessThan', 10, true],
  ['event.t', 'lessThan', 'abc', true],
  ['event.pair', 'lessThan', 'a\u{1f601}', true],
  ['event.pair', 'greaterThan', 'a\uffff', true],
  ['event.long', 'equals', '12345678901234567891', false],
  ['event.long', 'lessThan', '12345678901234567891', true],
  ['event.tiny', 'equals', '0.0000001', true],
  ['event.tiny', 'greaterThan', '-1e400', true],
  ['event.exact', 'equals', 1.1, true],
  ['event.zero', 'equals', 0, true],
  ['event.yes', 'equals', true, true],
  ['event.yes', 'equals', 'true', true],
  ['event.none', 'equals', '', true],
  ['event.gone', 'equals', '', false],
  ['event.gone', 'equals', '${event.away}', true],
  ['event.gone', 'notEquals', 'x', true],
  ['event.gone', 'lessThan', 5, false],
  ['event.n', 'lessOrEqual', '${event.gone}', false],
  ['event.n', 'equals', '${event.n}', true],
  ['event.word', 'contains', 'él', true],
  ['event.list', 'contains', '1.0', true],
  ['event.list', 'contains', { x: 1 }, true],
  ['event.o', 'contains', 'x', false],
  ['event.word', 'startsWith', 'hé', true],
  ['event.word', 'endsWith', 'lo', true],
  ['event.word', 'matches', '^h.+o$', true],
  ['event.word', 'matches', 'L', false],
  ['event.t', 'in', [1, 2, 3], true],
  ['event.t', 'in', '${event.list}', false],
  ['event.t', 'in', 'no list', false],
  ['event.none', 'exists', undefined, true],
  ['event.gone', 'exists', undefined, false],
  ['event.blank', 'empty', undefined, true],
  ['event.empty', 'empty', undefined, true],
  ['event.gone', 'empty', undefined, true],
  ['event.o', 'empty', undefined, false],
])('%s %s %j is %j', (path, operator, value, expected) => {
  expect(holds({ path, operator, value })).toBe(expected);
});

test('all, any and not join conditions', () => {
  const yes = { path: 'event.n', operator: 'exists' };
  const no = { path: 'event.gone', operator: 'exists' };
  expect(holds({ all: [yes, { any: [no, yes] }, { not: no }] })).toBe(true);
  expect(holds({ all: [yes, no] })).toBe(false);
});

test('texts are ordered by code point, also beyond the first plane', () => {
  const texts = ['a', 'aa', 'z', 'é', '\uE000', '\uFFFD', '😀', '😁', '\u{10FFFF}'];
  const sorted = [...texts].sort((a, b) => compareValues(comparable(a), comparable(b)));
  expect(sorted).toEqual(texts);
});

test('any two texts compare as their lists of code points do', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '😀', '😁', '\uD83D', '\uDE00', '\uE000', '') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [left, right] = [a, b].map((each) => Array.from(each, (char) => char.codePointAt(0) ?? 0));
      const at = (left ?? []).findIndex((code, index) => code !== right?.[index]);
      const order = at < 0 ? a.length - b.length : (left?.[at] ?? 0) - (right?.[at] ?? -1);
      expect(Math.sign(compareValues(comparable(a), comparable(b)))).toBe(Math.sign(order));
    }),
  );
});

test('numbers compare as their exact values', () => {
  const number = fc.tuple(
    fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
    fc.integer({ min: 0, max: 30 }),
  );
  const textOf = ([digits, scale]: [bigint, number]) => `${digits}e-${scale}`;
  fc.assert(
    fc.property(number, number, (a, b) => {
      const exact = a[0] * 10n ** BigInt(b[1]) - b[0] * 10n ** BigInt(a[1]);
      const order = compareValues(comparable(textOf(a)), comparable(textOf(b)));
      expect(Math.sign(order)).toBe(exact < 0n ? -1 : Number(exact > 0n));
    }),
  );
});

test('conditions are total: true or false whatever the data and the condition', () => {
  const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
  const { condition } = fc.letrec<{ condition: unknown }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4 },
      fc.record({
        path: fc.constantFrom('event.a', 'event', 'event.__proto__', 'event.constructor.name', 'x', ''),
        operator: fc.constantFrom(...operators.filter((name) => name !== 'matches'), 'toString', '__proto__'),
        value: fc.oneof(json, fc.constantFrom('${event.a}', '${event', '${event}x')),
      }),
      fc.record({ all: fc.array(tie('condition')) }),
      fc.record({ any: fc.array(tie('condition')) }),
      fc.record({ not: tie('condition') }),
      json,
    ),
  }));
  fc.assert(
    fc.property(condition, json, (given, a) => {
      const scope: JsonObject = { event: { a } };
      findConditionFaults(given as JsonValue, 'condition');
      try {
        expect(typeof evaluateCondition(given as JsonValue, readerOf(scope))).toBe('boolean');
      } catch (error) {
        // Text with an object in it is rejected as everywhere else.
        expect(error).toBeInstanceOf(NodeError);
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a pattern that breaks other engines takes linear time here, and one without bounds is rejected', () => {
  const scope = { event: { evil: `${'a'.repeat(10_000)}!`, long: 'a'.repeat(1_000_000) } };
  const ask = (path: string, value: string) =>
    evaluateCondition({ path, operator: 'matches', value }, readerOf(scope));
  expect(ask('event.evil', '^(a+)+$')).toBe(false);
  expect(() => ask('event.long', '(a{500}){2}$')).toThrow(/takes more than 20000000 steps/);
  expect(() => ask('event.evil', '(?=x)')).toThrow(/not a valid RE2 pattern/);
});

test('comparing without bounds is rejected', () => {
  const big = 'x'.repeat(1_000_000);
  const list = Array.from({ length: 100 }, () => big);
  const scope = { event: { list, big } };
  const condition = {
    any: Array.from({ length: 2 }, () => ({ path: 'event.list', operator: 'contains', value: 'y' })),
  };
  expect(() => evaluateCondition(condition, readerOf(scope))).toThrow(/takes more than 20000000 steps/);
});

test.each<[unknown, RegExp]>([
  [undefined, /condition: must be \{path/],
  [{ path: 'event.a', operator: 'like', value: 1 }, /operator: must be one of equals/],
  [{ path: 5, operator: 'exists' }, /path: must be a path/],
  [{ path: 'event.a', operator: 'equals' }, /value: is missing; equals needs one/],
  [{ path: 'event.a', operator: 'in', value: 'x' }, /value: must be a list/],
  [{ path: 'event.a', operator: 'matches', value: '(' }, /value: bad/],
  [{ all: [] }, /condition\.all: must be a list with at least one/],
  [{ all: [{ path: 'event.a', operator: 'exists' }], any: [] }, /one of these at a time/],
  [
    { any: [{ not: { path: 'event.a', operator: 'equals', value: '${open' } }] },
    /any\[0\]\.not\.value: .*never closed/,
  ],
])('%j is rejected with advice', (condition, message) => {
  const context = { findTemplate: () => null, findPatternFault: () => 'bad', findMailTextFault: () => null };
  const faults = findConditionFaults(condition as JsonValue, 'condition', context);
  expect(faults.map(({ member, message: reported }) => `${member}: ${reported}`).join('\n')).toMatch(message);
});
