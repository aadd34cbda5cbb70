import type { RunRig } from './run-rig.ts';
import { graphOf, seedAccount, seedEvent, seedTemplate, seedWorkflow } from './seed.ts';

/** A kind of run whose history is recorded; the replay test must cover every way through the interpreter. */
export interface Scenario {
  name: string;
  dataNodesAs: 'local-activities' | 'activities';
  /** Commits an event and answers its id. */
  begin(rig: RunRig): Promise<string>;
}

const start = { type: 'webhookTrigger' };

async function commit(
  rig: RunRig,
  payload: unknown,
  graphFor: (templateId: string) => unknown,
): Promise<string> {
  const { id: ownerId } = await seedAccount(rig);
  const templateId = await seedTemplate(rig, { ownerId, fields: ['Name'] });
  const workflowId = await seedWorkflow(rig, { ownerId, graph: graphFor(templateId) });
  return seedEvent(rig, { workflowId, payload });
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

export const scenarios: readonly Scenario[] = [
  { name: 'four-nodes', dataNodesAs: local, begin: (rig) => commit(rig, payload, fourNodes) },
  { name: 'four-nodes-regular', dataNodesAs: 'activities', begin: (rig) => commit(rig, payload, fourNodes) },
  { name: 'failing-branch', dataNodesAs: local, begin: (rig) => commit(rig, payload, failingBranch) },
  {
    name: 'invalid-graph',
    dataNodesAs: local,
    begin: (rig) => commit(rig, payload, () => graphOf({ start, lost: { type: 'composeNode' } }, [])),
  },
];
