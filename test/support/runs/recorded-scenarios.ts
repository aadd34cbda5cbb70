import type { DocumentStamper } from '../../../src/modules/documents/document-stamper.ts';
import type { RunRecorder } from '../../../src/modules/runs/run-recorder.ts';
import type { HarnessOptions, RunHarness } from './harness.ts';
import { limitFor } from './limit-scenario.ts';
import { graphOf, seedAccount, seedEvent, seedTemplate, seedWorkflow } from './seed.ts';

/** A kind of run whose history is recorded; the replay test must cover every way through the interpreter. */
interface Scenario {
  name: string;
  /** Every node fails inline and runs as a regular activity. */
  failsInline?: boolean;
  /** The end of the workflow id of a loop's chunk whose history is recorded too, as `<name>-chunk`. */
  chunk?: string;
  /** Replaces services of the activities, for faults. */
  change?: HarnessOptions['change'];
  /** Commits an event and returns its id. */
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
  { name: 'four-nodes', begin: (harness) => commit(harness, payload, fourNodes) },
  { name: 'four-nodes-regular', failsInline: true, begin: (harness) => commit(harness, payload, fourNodes) },
  { name: 'failing-branch', begin: (harness) => commit(harness, payload, failingBranch) },
  {
    name: 'failing-branch-regular',
    failsInline: true,
    begin: (harness) => commit(harness, payload, failingBranch),
  },
  {
    name: 'invalid-graph',
    begin: (harness) => commit(harness, payload, () => graphOf({ start, lost: { type: 'composeNode' } }, [])),
  },
  { name: 'branches', begin: (harness) => commit(harness, payload, branches) },
  {
    name: 'limit-reached',
    begin: async (harness) => limitFor(harness, await commit(harness, payload, fourNodes)),
  },
  {
    name: 'limit-reached-regular',
    failsInline: true,
    begin: async (harness) => limitFor(harness, await commit(harness, payload, fourNodes)),
  },
  {
    name: 'limit-reached-loop',
    chunk: '/1/0',
    begin: async (harness) => limitFor(harness, await commit(harness, people, loop)),
  },
  {
    name: 'side-by-side-regular',
    failsInline: true,
    begin: (harness) => commit(harness, payload, sideBySide),
  },
  { name: 'waiting', begin: (harness) => commit(harness, people, waiting) },
  { name: 'waiting-regular', failsInline: true, begin: (harness) => commit(harness, people, waiting) },
  { name: 'loop', chunk: '/1/0', begin: (harness) => commit(harness, people, loop) },
  {
    name: 'loop-regular',
    failsInline: true,
    chunk: '/1/0',
    begin: (harness) => commit(harness, people, loop),
  },
  {
    name: 'stamp-retried',
    change: ({ documentStamper }) => ({
      documentStamper: firstEnds(documentStamper, () => Promise.reject(new Error('socket hang up'))),
    }),
    begin: (harness) => commit(harness, payload, fourNodes),
  },
  {
    name: 'inline-too-slow',
    change: ({ documentStamper }) => ({
      documentStamper: firstEnds(documentStamper, () => new Promise(() => {})),
    }),
    begin: (harness) => commit(harness, payload, fourNodes),
  },
  {
    name: 'record-retried',
    change: ({ runRecorder }) => ({ runRecorder: firstRecordFails(runRecorder) }),
    begin: (harness) => commit(harness, payload, fourNodes),
  },
];

/** The first attempt at a document ends otherwise; a regular activity makes it. */
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

/** The record of the run fails inline; a regular activity writes it. */
function firstRecordFails(recorder: RunRecorder): RunRecorder {
  let attempts = 0;
  return {
    ...recorder,
    record: (record) => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('connection terminated')) : recorder.record(record);
    },
  };
}

/** Names of all recorded histories. */
export const histories = scenarios.flatMap(({ name, chunk }) =>
  chunk === undefined ? [name] : [name, `${name}-chunk`],
);
