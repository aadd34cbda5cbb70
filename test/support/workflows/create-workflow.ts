import type { TestApp } from '../app.ts';
import type { SignedIn } from '../login.ts';

/** The smallest graph that is valid: a trigger alone. */
export function triggerGraph(data: object = {}) {
  return { nodes: [{ id: 'trigger', type: 'webhookTrigger', position: { x: 0, y: 0 }, data }], edges: [] };
}

export interface SavedWorkflow {
  publicId: string;
  name: string;
  status: string;
  triggerType: string;
  webhookUrl: string;
  stepsJson: string;
  graphVersion: number;
  errorMessage: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Creates a workflow through the API and brings it to `status`. */
export async function createWorkflow(
  { app }: TestApp,
  { headers }: SignedIn,
  {
    status = 'DRAFT',
    data = {},
    graph = triggerGraph(data),
  }: { status?: string; data?: object; graph?: object } = {},
): Promise<SavedWorkflow> {
  const created = await app.inject({
    method: 'POST',
    url: '/api/workflows',
    headers,
    payload: { name: 'Contracts', triggerType: 'webhook', stepsJson: graph },
  });
  if (created.statusCode !== 200) throw new Error(`not created: ${created.body}`);
  if (status === 'DRAFT') return created.json();
  return setStatus({ app }, headers, { publicId: created.json().publicId, status });
}

/** Saves a status through the API. */
export async function setStatus(
  { app }: Pick<TestApp, 'app'>,
  headers: SignedIn['headers'],
  { publicId, status }: { publicId: string; status: string },
): Promise<SavedWorkflow> {
  const saved = await app.inject({
    method: 'PUT',
    url: `/api/workflows/${publicId}`,
    headers,
    payload: { status },
  });
  if (saved.statusCode !== 200) throw new Error(`not saved: ${saved.body}`);
  return saved.json();
}
