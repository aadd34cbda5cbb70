import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ApiClient } from './api-client.ts';
import { examples } from './templates.ts';

interface WorkflowRecord {
  publicId: string;
  name: string;
  status: string;
  webhookUrl: string;
  stepsJson: string;
}

interface Graph {
  nodes: { type: string; data: Record<string, unknown> }[];
}

interface RunRecord {
  status: string;
  error: string | null;
  engineUrl: string | null;
  documents: { documentId: string; name: string }[];
  nodes: { id: string; status: string; error: string | null }[];
}

const runDeadlineMs = 60_000;

/** The demo's workflow, made or brought up to date, and ACTIVE. */
export async function keepWorkflow(api: ApiClient, templateId: string): Promise<WorkflowRecord> {
  const wanted = await readGraph(templateId);
  const list = await api.json<WorkflowRecord[]>('/api/workflows');
  const found = list.find((workflow) => workflow.name === wanted.name);
  const workflow =
    found === undefined
      ? await api.json<WorkflowRecord>('/api/workflows', { method: 'POST', json: wanted })
      : await api.json<WorkflowRecord>(`/api/workflows/${found.publicId}`);
  const isSame = isDeepStrictEqual(JSON.parse(workflow.stepsJson), wanted.stepsJson);
  if (isSame && workflow.status === 'ACTIVE') return workflow;
  return api.json<WorkflowRecord>(`/api/workflows/${workflow.publicId}`, {
    method: 'PUT',
    json: { status: 'ACTIVE', ...(isSame ? {} : { stepsJson: wanted.stepsJson }) },
  });
}

async function readGraph(
  templateId: string,
): Promise<{ name: string; triggerType: string; stepsJson: Graph }> {
  const workflow = JSON.parse(await readFile(path.join(examples, 'workflow.json'), 'utf8'));
  for (const node of (workflow.stepsJson as Graph).nodes) {
    if (node.type === 'templateNode') node.data.templateId = templateId;
  }
  return workflow;
}

/** Sends the example order as a shop would, without a token. Returns the id of the run it started. */
export async function postOrder(api: ApiClient, workflow: WorkflowRecord): Promise<string> {
  const body = await readFile(path.join(examples, 'event.json'), 'utf8');
  const webhook = `/api/workflows/${workflow.publicId}/webhook`;
  await api.call(webhook, { method: 'POST', json: JSON.parse(body) });
  const { eventId } = await api.json<{ eventId: string }>(`${webhook}/latest-event`);
  return eventId.replace(/^evt_/, 'run_');
}

/** Waits until the run has ended. Throws when it failed, naming the nodes, or did not end in time. */
export async function waitForRun(
  api: ApiClient,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<RunRecord> {
  const deadline = Date.now() + runDeadlineMs;
  for (let pause = 50; Date.now() < deadline; pause = Math.min(pause * 1.5, 2_000)) {
    const run = await api.json<RunRecord>(`/api/workflows/${workflowId}/runs/${runId}`);
    if (run.status === 'COMPLETED') return run;
    if (run.status !== 'RUNNING' && run.status !== 'WAITING') {
      const faults = run.nodes
        .filter((node) => node.error !== null)
        .map((node) => `  ${node.id}: ${node.error}`);
      throw new Error([`The run ended as ${run.status}: ${run.error ?? ''}`, ...faults].join('\n'));
    }
    await delay(pause);
  }
  throw new Error(`Run ${runId} did not end within ${runDeadlineMs / 1000} s.`);
}
