import fc from 'fast-check';

/** A graph of every kind of node that needs no template, and how each node ends on `payload`. */
export interface RandomRun {
  graph: { nodes: object[]; edges: RandomEdge[] };
  endings: Record<string, string>;
}

interface RandomEdge {
  id: string;
  source: string;
  target: string;
  sourceHandle: string | null;
}

interface Part {
  kind: Kind;
  fails: 'never' | 'always' | 'second item';
  choice: 'first' | 'other' | 'by item';
  above: { at: number; handle: number }[];
}

interface RandomNode extends Omit<Part, 'above'> {
  id: string;
  /** The forEachNode it is below of. */
  loop: string | null;
}

/** The payload that nodes read; the second element of the list is an object. */
export const payload = { object: {}, word: 'a', list: ['x', { x: 1 }, 'y'], empty: [] };

const branches = { ifElseNode: ['true', 'false'], switchNode: ['a', 'default', 'b'] } as const;

/** Data with which the real nodes do as the part says; `path` is one that is there, or not. */
const dataOf = {
  webhookTrigger: () => ({}),
  composeNode: ({ id, fails }: RandomNode) => ({
    mapping: { [id]: { never: 'done', always: 'a ${trigger.object}', 'second item': 'a ${item}' }[fails] },
  }),
  selectNode: ({ fails }: RandomNode) => ({ from: listPath(fails), fields: [{ path: 'item', as: 'x' }] }),
  filterNode: ({ fails }: RandomNode) => ({
    from: listPath(fails),
    condition: { path: 'item', operator: 'exists' },
  }),
  delayNode: ({ fails }: RandomNode) => (fails === 'always' ? { until: 'trigger.word' } : { seconds: 0.001 }),
  ifElseNode: ({ choice }: RandomNode) => ({
    condition: {
      path: { first: 'trigger.object', other: 'trigger.gone', 'by item': 'item.x' }[choice],
      operator: 'exists',
    },
  }),
  switchNode: ({ choice }: RandomNode) => ({
    value: choice === 'first' ? 'trigger.word' : 'trigger.gone',
    cases: ['a', 'b'],
  }),
  forEachNode: ({ fails, choice }: RandomNode) => ({
    items: fails === 'always' ? 'trigger.object' : choice === 'other' ? 'trigger.empty' : 'trigger.list',
  }),
};
type Kind = keyof typeof dataOf;

function listPath(fails: Part['fails']): string {
  return fails === 'always' ? 'trigger.object' : 'trigger.list';
}

const part: fc.Arbitrary<Part> = fc.record({
  kind: fc.constantFrom<Kind>(
    ...(['composeNode', 'composeNode', 'composeNode', 'selectNode', 'filterNode', 'delayNode'] as const),
    ...(['ifElseNode', 'ifElseNode', 'switchNode', 'forEachNode'] as const),
  ),
  fails: fc.nat(11).map((n) => (n === 0 ? 'always' : n === 1 ? 'second item' : 'never')),
  choice: fc.constantFrom('first', 'first', 'other', 'by item'),
  above: fc.array(fc.record({ at: fc.nat(), handle: fc.nat() }), { minLength: 1, maxLength: 3 }),
});

/** Graphs of up to `most` nodes below a trigger, loops and branches among them. */
export function randomRun(most: number): fc.Arbitrary<RandomRun> {
  return fc.array(part, { minLength: 1, maxLength: most }).map((parts) => {
    const begin: RandomNode = {
      id: 'start',
      kind: 'webhookTrigger',
      fails: 'never',
      choice: 'first',
      loop: null,
    };
    const nodes = [begin];
    const edges: RandomEdge[] = [];
    for (const each of parts) addNode(nodes, edges, each);
    return {
      graph: {
        nodes: nodes.map((node) => ({ id: node.id, type: node.kind, data: dataOf[node.kind](node) })),
        edges,
      },
      endings: endingsOf(nodes, edges),
    };
  });
}

/** Adds a node below some of those that are there; ways from two loops never meet, and no loop is within another. */
function addNode(nodes: RandomNode[], edges: RandomEdge[], { kind, fails, choice, above }: Part): void {
  const id = `n${nodes.length}`;
  let loop: string | null = null;
  for (const { at, handle } of above) {
    const source = nodes[at % nodes.length] as RandomNode;
    const inside = source.kind === 'forEachNode' ? source.id : source.loop;
    if (loop !== null && inside !== null && inside !== loop) continue;
    loop ??= inside;
    const ways = branches[source.kind as keyof typeof branches];
    const sourceHandle = ways?.[handle % ways.length] ?? null;
    edges.push({ id: `e${edges.length}`, source: source.id, target: id, sourceHandle });
  }
  const fits = kind === 'forEachNode' && loop !== null ? 'composeNode' : kind;
  nodes.push({
    id,
    loop,
    kind: fits,
    fails: fails === 'second item' && (loop === null || fits !== 'composeNode') ? 'never' : fails,
    choice: choice === 'by item' && (loop === null || fits !== 'ifElseNode') ? 'first' : choice,
  });
}

interface Ending {
  status: 'COMPLETED' | 'FAILED' | 'SKIPPED';
  /** It failed, or something above it did. */
  isBroken: boolean;
  branch: string | null;
}

/** How each node ends, computed in the simplest way: each node once, after the nodes above it. */
function endingsOf(nodes: readonly RandomNode[], edges: readonly RandomEdge[]): Record<string, string> {
  const outside = new Map<string, Ending>();
  for (const node of nodes.filter(({ loop }) => loop === null))
    outside.set(node.id, endOf(node, null, outside));
  const result = Object.fromEntries([...outside].map(([id, { status }]) => [id, status]));
  for (const each of nodes.filter(({ kind }) => kind === 'forEachNode')) {
    const body = nodes.filter(({ loop }) => loop === each.id);
    const isRun = outside.get(each.id)?.status === 'COMPLETED' && each.choice !== 'other';
    const items = isRun ? payload.list.map((_, item) => endItem(body, item)) : [];
    for (const { id } of body) {
      const statuses = items.map((item) => item.get(id)?.status);
      result[id] =
        (['FAILED', 'COMPLETED'] as const).find((status) => statuses.includes(status)) ?? 'SKIPPED';
    }
  }
  return result;

  function endItem(body: readonly RandomNode[], item: number): Map<string, Ending> {
    const known = new Map(outside);
    for (const node of body) known.set(node.id, endOf(node, item, known));
    return known;
  }

  function endOf(node: RandomNode, item: number | null, known: ReadonlyMap<string, Ending>): Ending {
    const into = edges
      .filter(({ target }) => target === node.id)
      .map((edge) => ({ edge, above: known.get(edge.source) }));
    const isBroken = into.some(({ above }) => above?.isBroken);
    const isTaken = into.some(
      ({ edge, above }) =>
        above?.status === 'COMPLETED' && (above.branch === null || above.branch === edge.sourceHandle),
    );
    if (node.kind !== 'webhookTrigger' && (isBroken || !isTaken)) {
      return { status: 'SKIPPED', isBroken, branch: null };
    }
    const hasFailed =
      node.fails === 'second item' ? item === 1 : node.fails === 'always' && canFail.has(node.kind);
    if (hasFailed) return { status: 'FAILED', isBroken: true, branch: null };
    const isFirst = node.choice === 'by item' ? item === 1 : node.choice === 'first';
    const ways = branches[node.kind as keyof typeof branches];
    return { status: 'COMPLETED', isBroken: false, branch: ways?.[isFirst ? 0 : 1] ?? null };
  }
}

const canFail: ReadonlySet<Kind> = new Set([
  ...(['composeNode', 'selectNode', 'filterNode', 'delayNode', 'forEachNode'] as const),
]);
