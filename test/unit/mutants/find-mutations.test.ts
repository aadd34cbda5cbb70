import { applyMutation, describeMutation, findMutations } from '../../tools/mutants/find-mutations.ts';

/** The mutated texts, by kind. */
function mutated(text: string): [kind: string, text: string][] {
  return findMutations(text).map((mutation) => [mutation.kind, applyMutation(text, mutation)]);
}

test.each([
  ['a comparison', 'f(a < b);', ['swapped comparison', 'f(a <= b);']],
  ['an equality', 'f(a === b);', ['swapped comparison', 'f(a !== b);']],
  ['a logical operator', 'f(a && b);', ['swapped operator', 'f(a || b);']],
  ['an arithmetic operator', 'f(a + b);', ['swapped operator', 'f(a - b);']],
  ['a number', 'const a = 3;', ['changed constant', 'const a = 4;']],
  ['a number with separators', 'const a = 1_000;', ['changed constant', 'const a = (1_000 + 1);']],
  ['a boolean', 'const a = true;', ['changed constant', 'const a = false;']],
  ['a condition', 'if (isOpen) {}', ['negated condition', 'if (!(isOpen)) {}']],
  [
    'a conditional expression',
    'const a = isOpen ? b : c;',
    ['negated condition', 'const a = !(isOpen) ? b : c;'],
  ],
  ['a statement', 'close();', ['dropped statement', ';']],
  [
    'an early return',
    'function f() { if (a) return; b; }',
    ['removed early return', 'function f() { ; b; }'],
  ],
  ['a guard that throws', 'if (a) { throw b; }', ['removed early return', ';']],
])('mutates %s', (_name, text, expected) => {
  expect(mutated(text)).toContainEqual(expected);
});

test.each([
  ['types', 'type A = 1 | true; interface B { c: 2 }'],
  ['imports', "import a from 'b';"],
  ['log lines', "this.logger.info('done');"],
  ['the end of timers', 'clearTimeout(timer); timer.unref();'],
  ['durations', 'const WAIT_MS = 5_000 + a; f({ timeout: 3 }); a.timeout = 3;', 'changed constant'],
  ['times of timers', 'const timer = setTimeout(close, 3);'],
  [
    'an if with another branch as an early return',
    'if (a < b) { return; } else { c; }',
    'removed early return',
  ],
])('does not mutate %s', (_name, text, kind = '') => {
  expect(mutated(text).filter(([each]) => kind === '' || each === kind)).toEqual([]);
});

test('a comparison as a condition is mutated once', () => {
  expect(mutated('while (a < b) {}')).toEqual([['swapped comparison', 'while (a <= b) {}']]);
});

test('describes the changed lines', () => {
  const text = 'const a = 1;\n  if (a > 0)\n    return;\nb();\n';
  const removed = findMutations(text).find(({ kind }) => kind === 'removed early return');
  expect(removed && describeMutation(text, removed)).toEqual({
    line: 2,
    before: 'if (a > 0) return;',
    after: ';',
  });
});
