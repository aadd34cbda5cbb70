import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ApiClient, getData, type paths } from '../../client/client.ts';
import { examples } from './templates.ts';

type WorkflowRecord =
  paths['/api/workflows/{publicId}']['get']['responses'][200]['content']['application/json'];
type RunRecord =
  paths['/api/workflows/{workflowId}/runs/{runId}']['get']['responses'][200]['content']['application/json'];

interface Graph {
  nodes: { type: string; data: Record<string, unknown> }[];
  edges: unknown[];
}

const runDeadlineMs = 60_000;

/** Creates the workflow of the demo, or updates it if its graph differs, and activates it. */
export async function upsertWorkflow(api: ApiClient, templateId: string): Promise<WorkflowRecord> {
  const wanted = await readGraph(templateId);
  const list = await getData(api.GET('/api/workflows'));
  const found = list.find((workflow) => workflow.name === wanted.name);
  const workflow = await getData(
    found === undefined
      ? api.POST('/api/workflows', { body: wanted })
      : api.GET('/api/workflows/{publicId}', { params: { path: { publicId: found.publicId } } }),
  );
  const isSame = isDeepStrictEqual(JSON.parse(workflow.stepsJson), wanted.stepsJson);
  if (isSame && workflow.status === 'ACTIVE') return workflow;
  return getData(
    api.PUT('/api/workflows/{publicId}', {
      params: { path: { publicId: workflow.publicId } },
      body: { status: 'ACTIVE', ...(isSame ? {} : { stepsJson: wanted.stepsJson }) },
    }),
  );
}

async function readGraph(
  templateId: string,
): Promise<{ name: string; triggerType: 'webhook'; stepsJson: Graph }> {
  const workflow = JSON.parse(await readFile(path.join(examples, 'workflow.json'), 'utf8'));
  for (const node of (workflow.stepsJson as Graph).nodes) {
    if (node.type === 'templateNode') node.data.templateId = templateId;
  }
  return workflow;
}

/** Posts the example order to the webhook, without a token. Returns the id of the run it started. */
export async function postOrder(api: ApiClient, workflow: WorkflowRecord): Promise<string> {
  const body = JSON.parse(await readFile(path.join(examples, 'event.json'), 'utf8'));
  const params = { path: { workflowId: workflow.publicId } };
  await getData(api.POST('/api/workflows/{workflowId}/webhook', { params, body, parseAs: 'text' }));
  const { eventId } = await getData(api.GET('/api/workflows/{workflowId}/webhook/latest-event', { params }));
  return eventId.replace(/^evt_/, 'run_');
}

/** Waits until the run has completed. Throws with the errors of its nodes if it failed, or if it takes too long. */
export async function waitForRun(
  api: ApiClient,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<RunRecord> {
  const deadline = Date.now() + runDeadlineMs;
  for (let pause = 50; Date.now() < deadline; pause = Math.min(pause * 1.5, 2_000)) {
    const params = { path: { workflowId, runId } };
    const run = await getData(api.GET('/api/workflows/{workflowId}/runs/{runId}', { params }));
    if (run.status === 'COMPLETED') return run;
    if (run.status !== 'RUNNING' && run.status !== 'WAITING') {
      const errors = run.nodes
        .filter((node) => node.error !== null)
        .map((node) => `  ${node.id}: ${node.error}`);
      throw new Error([`The run ended as ${run.status}: ${run.error ?? ''}`, ...errors].join('\n'));
    }
    await delay(pause);
  }
  throw new Error(`Run ${runId} did not end within ${runDeadlineMs / 1000} s.`);
}
