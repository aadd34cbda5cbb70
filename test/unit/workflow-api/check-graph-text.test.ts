import { checkGraphText } from '../../../src/modules/workflows/check-graph-text.ts';
import { createBudget } from '../../../workflows/graph/budget.ts';
import { countReads } from '../../support/counted-names.ts';

/** Checks a graph in which so many nodes fill the same template. */
function check(nodeCount: number, known: readonly string[], columns: readonly string[] = ['name']) {
  const fieldMappings = Object.fromEntries(columns.map((column) => [column, 'event.x']));
  const fillers = Array.from({ length: nodeCount }, (_, index) => ({
    id: `n${index}`,
    type: 'templateNode',
    data: { templateId: 'tpl_1', fieldMappings },
  }));
  const stepsJson = JSON.stringify({
    nodes: [{ id: 'start', type: 'webhookTrigger', data: {} }, ...fillers],
    edges: fillers.map(({ id }) => ({ id: `e-${id}`, source: 'start', target: id })),
  });
  const budget = createBudget(Number.POSITIVE_INFINITY);
  const problems = checkGraphText(
    { stepsJson, templates: { tpl_1: { known, required: [] } } },
    { budget, checkSchema: () => ({ kind: 'valid' }) },
  );
  return { problems, steps: budget.spent };
}

test('the columns of a template are read once for all nodes', () => {
  const readsFor = (nodeCount: number) => {
    const { names, reads } = countReads(['customer.name', 'city']);
    expect(check(nodeCount, names).problems).toEqual([]);
    return reads();
  };
  expect(readsFor(100)).toBe(readsFor(1));
});

test('matching columns takes steps of the budget', () => {
  const known = Array.from({ length: 1_000 }, (_, index) => `c${index}`);
  const { steps } = check(1, []);
  expect(check(1, known).steps - steps).toBeGreaterThan(40_000);
  expect(check(100, known, ['c1']).steps - check(99, known, ['c1']).steps).toBeGreaterThan(5_000);
});
