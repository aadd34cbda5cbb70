import { linearPatterns as patterns } from '../../../src/infra/linear-pattern.ts';
import { type Evaluation, evaluateNode, type NodeTexts } from '../../../workflows/evaluate-node.ts';
import { type Budget, BudgetExceeded, createBudget } from '../../../workflows/graph/budget.ts';
import { type JsonObject, printJson } from '../../../workflows/graph/json-text.ts';
import { limits } from '../../../workflows/graph/limits.ts';

/** The texts of a node below a trigger. */
function textsOf(
  type: NodeTexts['type'],
  data: object,
  { payload = {}, more = {} }: { payload?: object; more?: Partial<NodeTexts> } = {},
): NodeTexts {
  return {
    type,
    data: printJson(data as JsonObject),
    payload: printJson(payload as JsonObject),
    layers: [{ nodeId: 'trigger', text: null, feedsEvent: false }],
    item: null,
    ...more,
  };
}

function evaluate(texts: NodeTexts, budget: Budget = createBudget(limits.nodeSteps)): Evaluation {
  return evaluateNode(texts, { budget, patterns });
}

/** The steps of evaluating a node. */
function stepsOf(texts: NodeTexts): number {
  const budget = createBudget(limits.nodeSteps);
  evaluate(texts, budget);
  return budget.spent;
}

/** Why the evaluation of a node ends before it is complete; null: it completes. */
function reasonOf(texts: NodeTexts): string | null {
  try {
    return evaluate(texts).error;
  } catch (error) {
    if (error instanceof BudgetExceeded) return error.message;
    throw error;
  }
}

const many = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

describe('what multiplies is counted', () => {
  const texts = many(4_900, '');
  const letters = many(4_900, 'a');
  const compareAll = (operator: string, path: string, value: unknown) => ({
    from: 'event.l',
    condition: { path, operator, value },
  });
  const big = 'x'.repeat(900_000);

  test.each<[string, NodeTexts]>([
    [
      '`in` with empty texts',
      textsOf('filterNode', compareAll('in', 'item', '${event.v}'), { payload: { l: letters, v: texts } }),
    ],
    [
      '`contains` with empty texts',
      textsOf('filterNode', compareAll('contains', 'event.v', '${item}'), {
        payload: { l: letters, v: texts },
      }),
    ],
    [
      '`in` with one character each',
      textsOf('filterNode', compareAll('in', 'item', '${event.v}'), {
        payload: { l: letters, v: many(4_900, 'b') },
      }),
    ],
    [
      'a fixed list that is filled in for each element',
      textsOf('filterNode', compareAll('in', 'event.none', many(4_900, 1)), {
        payload: { l: letters, none: 0 },
      }),
    ],
    [
      'a fixed list of empty lists that is filled in for each element',
      textsOf('filterNode', compareAll('in', 'event.none', many(4_900, [])), {
        payload: { l: letters, none: 0 },
      }),
    ],
    [
      'a long text that is searched for references for each element',
      textsOf('filterNode', compareAll('equals', 'item', `${big}\${item}`.slice(0, 400_000)), {
        payload: { l: letters },
      }),
    ],
    [
      'a long path for each element',
      textsOf(
        'filterNode',
        { from: 'event.l', condition: { path: `item.${'a'.repeat(400_000)}`, operator: 'exists' } },
        {
          payload: { l: letters },
        },
      ),
    ],
    [
      'a long object that is compared for each element',
      textsOf('filterNode', compareAll('equals', 'event.o', 1), { payload: { l: letters, o: { big } } }),
    ],
    [
      'many conditions for each element',
      textsOf(
        'filterNode',
        { from: 'event.l', condition: { any: many(5_000, { path: 'item', operator: 'like' }) } },
        { payload: { l: letters } },
      ),
    ],
    [
      'many fields for each element',
      textsOf(
        'selectNode',
        { from: 'event.l', fields: many(5_000, { path: 'item.x', as: '' }) },
        {
          payload: { l: many(9_000, 1) },
        },
      ),
    ],
    [
      'a pattern on many texts',
      textsOf('filterNode', compareAll('matches', 'event.t', 'a{300}b'), {
        payload: { l: letters, t: 'a'.repeat(500) },
      }),
    ],
  ])('%s', (_name, texts) => {
    expect(reasonOf(texts)).toMatch(/more than 20000000 steps|larger than 1048576 characters/);
  });
});

test('the steps of a node do not depend on the members of the payload that it does not read', () => {
  const data = { mapping: { q: '${event.k2} ${item}' } };
  const more = {
    layers: many(10, { nodeId: 'c', text: '{"m":1}', feedsEvent: true }).map((layer, at) => ({
      ...layer,
      nodeId: `c${at}`,
    })),
    item: { index: 3, text: '1', list: null },
  };
  const wide = Object.fromEntries(many(4_900, 0).map((_, at) => [`k${at}`, at]));
  const steps = stepsOf(textsOf('composeNode', data, { payload: wide, more }));
  // Reading the payload once, and less than 200 steps for the node itself.
  expect(steps).toBeLessThan(printJson(wide).length / 8 + 200);
});

test('the whole event counts each of its members, once', () => {
  const wide = Object.fromEntries(many(4_900, 0).map((_, at) => [`k${at}`, at]));
  const layers = [{ nodeId: 'c', text: '{"m":1}', feedsEvent: true }];
  const one = textsOf(
    'ifElseNode',
    { condition: { path: 'event', operator: 'exists' } },
    {
      payload: wide,
      more: { layers },
    },
  );
  const two = textsOf(
    'ifElseNode',
    { condition: { all: many(2, { path: 'event', operator: 'exists' }) } },
    {
      payload: wide,
      more: { layers },
    },
  );
  expect(stepsOf(one)).toBeGreaterThan(4_900);
  expect(stepsOf(two) - stepsOf(one)).toBeLessThan(100);
});

test('the recorded input stays within its bound, however many paths lead to one large value', () => {
  const big = 'x'.repeat(200_000);
  const nested = many(20, 0).reduce<object>((value) => [value], { big });
  const path = (depth: number) => `event.n${'.0'.repeat(depth)}`;
  const condition = { all: many(20, 0).map((_, depth) => ({ path: path(depth), operator: 'exists' })) };
  const { output, input } = evaluate(textsOf('ifElseNode', { condition }, { payload: { n: nested } }));
  expect({ output, input }).toEqual({ output: 'true', input: null });
});

test('a failed node reports its message and what it had read', () => {
  const data = { mapping: { a: '${event.n}', b: 'text ${event.o}' } };
  expect(evaluate(textsOf('composeNode', data, { payload: { n: 1, o: {} } }))).toEqual({
    output: null,
    control: null,
    error: expect.stringContaining('event.o is an object'),
    input: '{"event.n":1,"event.o":{}}',
  });
});

test('an item that did not travel is taken from the list of its loop', () => {
  const more = { item: { index: 1, text: null, list: '["a","b"]' } };
  const { output } = evaluate(textsOf('composeNode', { mapping: { x: '${item}' } }, { more }));
  expect(output).toBe('{"x":"b"}');
});

test('the interpreter gets the branch that was taken', () => {
  const data = { condition: { path: 'event.a', operator: 'exists' } };
  expect(evaluate(textsOf('ifElseNode', data))).toMatchObject({ output: 'false', control: 'false' });
});
