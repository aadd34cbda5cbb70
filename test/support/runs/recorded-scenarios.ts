import type { DocumentStamper } from '../../../src/modules/documents/document-stamper.ts';
import type { HarnessOptions, RunHarness } from './harness.ts';
import { limitFor } from './limit-scenario.ts';
import { graphOf, seedAccount, seedEvent, seedTemplate, seedWorkflow } from './seed.ts';

/** A kind of run whose history is recorded; the replay test must cover every way through the interpreter. */
export interface Scenario {
  name: string;
  dataNodesAs: 'local-activities' | 'activities';
  /** What the engine calls the stretch of a loop whose history is recorded too, as `<name>-items`: behind the event's id. */
  stretch?: string;
  /** Replaces parts of what activities work with, for faults. */
  change?: HarnessOptions['change'];
  /** Commits an event and answers its id. */
  begin(harness: RunHarness): Promise<string>;
}

const start = { type: 'webhookTrigger' };

async function commit(
  harness: RunHarness,
  payload: unknown,
  graphFor: (templateId: string) => unknown,
): Promise<string> {
  const { id: ownerId } = await seedAccount(harness);
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const workflowId = await seedWorkflow(harness, { ownerId, graph: graphFor(templateId) });
  return seedEvent(harness, { workflowId, payload });
}

const fourNodes = (templateId: string) =>
  graphOf(
    {
      start,
      compose: { type: 'composeNode', data: { mapping: { who: '${event.first} ${event.last}' } } },
      select: { type: 'selectNode', data: { fields: ['event.who'] } },
      fill: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.who' } } },
    },
    ['start>compose', 'compose>select', 'select>fill'],
  );

const failingBranch = (templateId: string) =>
  graphOf(
    {
      start,
      bad: { type: 'composeNode', data: { mapping: { x: 'text ${event.object}' } } },
      below: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.x' } } },
      good: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.first' } } },
    },
    ['start>bad', 'bad>below', 'start>good'],
  );

const payload = { first: 'Ada', last: 'Lovelace', object: { a: 1 } };
const local = 'local-activities' as const;

const compose = (mapping: object) => ({ type: 'composeNode', data: { mapping } });

const branches = () => {
  const graph = graphOf(
    {
      start,
      asks: { type: 'ifElseNode', data: { condition: { path: 'event.first', operator: 'exists' } } },
      picks: { type: 'switchNode', data: { value: 'event.last', cases: ['Lovelace'] } },
      yes: compose({ way: 'yes' }),
      no: compose({ way: 'no' }),
      known: compose({ who: 'known' }),
      end: compose({ text: '${event.way} ${event.who}' }),
    },
    ['start>asks', 'start>picks', 'asks>yes', 'asks>no', 'picks>known', 'yes>end', 'no>end', 'known>end'],
  );
  const handles: Record<string, string> = { yes: 'true', no: 'false', known: 'Lovelace' };
  const edges = graph.edges.map((edge) => ({ ...edge, sourceHandle: handles[edge.target ?? ''] ?? null }));
  return { ...graph, edges };
};

const waiting = () =>
  graphOf(
    {
      start,
      some: {
        type: 'filterNode',
        data: { from: 'event.people', condition: { path: 'item.name', operator: 'startsWith', value: 'A' } },
      },
      wait: { type: 'delayNode', data: { seconds: 0.01 } },
      org: { type: 'organizationInfoNode' },
      mail: {
        type: 'emailNode',
        data: { to: 'a@example.com', subject: '${nodes.some.0.name}', body: 'Hello' },
      },
    },
    ['start>some', 'some>wait', 'wait>mail', 'start>org'],
  );

const loop = (templateId: string) =>
  graphOf(
    {
      start,
      each: { type: 'forEachNode', data: { items: 'event.people' } },
      line: compose({ line: 'No. ${index}: ${item.name}' }),
      fill: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.line' } } },
    },
    ['start>each', 'each>line', 'line>fill'],
  );

/** Two ways side by side; from the first result to its next call it is farther than from the second, past skipped nodes. */
const sideBySide = () => {
  const skipped = Array.from({ length: 10 }, (_, at) => `s${at}`);
  const graph = graphOf(
    {
      start,
      asks: { type: 'ifElseNode', data: { condition: { path: 'event.first', operator: 'exists' } } },
      ...Object.fromEntries(skipped.map((id) => [id, compose({ [id]: 'never' })])),
      joins: { type: 'selectNode', data: { fields: ['event.first'] } },
      quick: compose({ quick: 'yes' }),
      after: compose({ after: '${event.quick}' }),
    },
    [
      ...['start>asks', 'start>quick', 'quick>after', 'asks>joins'],
      ...skipped.map((id, at) => `${skipped[at - 1] ?? 'asks'}>${id}`),
      `${skipped.at(-1)}>joins`,
    ],
  );
  const handles: Record<string, string> = { joins: 'true', s0: 'false' };
  const edges = graph.edges.map((edge) => ({
    ...edge,
    sourceHandle: edge.source === 'asks' ? (handles[edge.target ?? ''] ?? null) : null,
  }));
  return { ...graph, edges };
};

/** The second element fails. */
const people = { people: [{ name: 'Ada' }, { name: ['no', 'text'] }, { name: 'Alan' }] };

export const scenarios: readonly Scenario[] = [
  { name: 'four-nodes', dataNodesAs: local, begin: (harness) => commit(harness, payload, fourNodes) },
  {
    name: 'four-nodes-regular',
    dataNodesAs: 'activities',
    begin: (harness) => commit(harness, payload, fourNodes),
  },
  { name: 'failing-branch', dataNodesAs: local, begin: (harness) => commit(harness, payload, failingBranch) },
  {
    name: 'invalid-graph',
    dataNodesAs: local,
    begin: (harness) => commit(harness, payload, () => graphOf({ start, lost: { type: 'composeNode' } }, [])),
  },
  { name: 'branches', dataNodesAs: local, begin: (harness) => commit(harness, payload, branches) },
  {
    name: 'limit-reached',
    dataNodesAs: local,
    begin: async (harness) => limitFor(harness, await commit(harness, payload, fourNodes)),
  },
  { name: 'side-by-side', dataNodesAs: local, begin: (harness) => commit(harness, payload, sideBySide) },
  { name: 'waiting', dataNodesAs: local, begin: (harness) => commit(harness, people, waiting) },
  { name: 'loop', dataNodesAs: local, stretch: '/1/0', begin: (harness) => commit(harness, people, loop) },
  {
    name: 'loop-regular',
    dataNodesAs: 'activities',
    stretch: '/1/0',
    begin: (harness) => commit(harness, people, loop),
  },
  {
    name: 'local-stamp-limit-reached',
    dataNodesAs: local,
    begin: async (harness) => limitFor(harness, await commit(harness, payload, fourNodes)),
  },
  {
    name: 'local-stamp-goes-on',
    dataNodesAs: local,
    change: ({ documentStamper }) => ({
      documentStamper: firstEnds(documentStamper, () => Promise.reject(new Error('socket hang up'))),
    }),
    begin: (harness) => commit(harness, payload, fourNodes),
  },
  {
    name: 'local-stamp-too-slow',
    dataNodesAs: local,
    change: ({ documentStamper }) => ({
      documentStamper: firstEnds(documentStamper, () => new Promise(() => {})),
    }),
    begin: (harness) => commit(harness, payload, fourNodes),
  },
  { name: 'local-stamp', dataNodesAs: local, begin: (harness) => commit(harness, payload, fourNodes) },
  { name: 'ahead', dataNodesAs: local, begin: (harness) => commit(harness, payload, fourNodes) },
  {
    name: 'ahead-failing-branch',
    dataNodesAs: local,
    begin: (harness) => commit(harness, payload, failingBranch),
  },
  { name: 'ahead-waiting', dataNodesAs: local, begin: (harness) => commit(harness, people, waiting) },
  {
    name: 'ahead-goes-on',
    dataNodesAs: local,
    change: ({ documentStamper }) => ({
      documentStamper: firstEnds(documentStamper, () => Promise.reject(new Error('socket hang up'))),
    }),
    begin: (harness) => commit(harness, payload, fourNodes),
  },
  {
    name: 'ahead-too-slow',
    dataNodesAs: local,
    change: ({ documentStamper }) => ({
      documentStamper: firstEnds(documentStamper, () => new Promise(() => {})),
    }),
    begin: (harness) => commit(harness, payload, fourNodes),
  },
  {
    name: 'ahead-limit-reached',
    dataNodesAs: local,
    begin: async (harness) => limitFor(harness, await commit(harness, payload, fourNodes)),
  },
];

/** The first try at a document ends otherwise; a regular activity makes it. */
function firstEnds(stamper: DocumentStamper, otherwise: () => Promise<never>): DocumentStamper {
  let tries = 0;
  return {
    ...stamper,
    stamp: (request) => {
      tries += 1;
      return tries === 1 ? otherwise() : stamper.stamp(request);
    },
  };
}

/** Names of all recorded histories. */
export const histories = scenarios.flatMap(({ name, stretch }) =>
  stretch === undefined ? [name] : [name, `${name}-items`],
);
