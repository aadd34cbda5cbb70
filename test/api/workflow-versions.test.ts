import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createWorkflow, triggerGraph } from '../support/workflows/create-workflow.ts';

const api = await startTestApp({ name: 'workflow-versions' });
const owner = await signIn(api);

const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
  const response = await api.app.inject({
    method,
    url: `/api/workflows/${url}`,
    headers: owner.headers,
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
};

test('every save of a graph is a version with who and when, newest first, and reads back as it was sent', async () => {
  const { publicId, stepsJson } = await createWorkflow(api, owner);
  await call('PUT', publicId, { name: 'no new graph' });
  await call('PUT', publicId, { stepsJson: triggerGraph({ jsonSchema: { type: 'object' } }) });
  const { body } = await call('GET', `${publicId}/versions?size=1`);
  expect(body).toMatchObject({ totalElements: 2, totalPages: 2, content: [{ number: 2, isCurrent: true }] });
  expect(body.content[0]).toEqual({
    number: 2,
    isCurrent: true,
    createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
    createdBy: { publicId: owner.user.publicId, email: owner.user.email },
  });
  expect((await call('GET', `${publicId}/versions/1`)).body).toMatchObject({
    number: 1,
    isCurrent: false,
    stepsJson,
  });
});

test('an old graph comes back as a new version; the versions between stay', async () => {
  const { publicId, stepsJson } = await createWorkflow(api, owner);
  await call('PUT', publicId, { stepsJson: { nodes: [], edges: [] } });
  const { status, body } = await call('POST', `${publicId}/versions/1/restore`);
  expect([status, body.stepsJson, body.graphVersion]).toEqual([200, stepsJson, 3]);
  expect((await call('GET', `${publicId}/versions/2`)).body.stepsJson).toBe('{"nodes":[],"edges":[]}');
});

test('a graph that cannot run is not restored into an ACTIVE workflow', async () => {
  const { publicId } = await createWorkflow(api, owner, { graph: { nodes: [], edges: [] } });
  await call('PUT', publicId, { stepsJson: triggerGraph(), status: 'ACTIVE' });
  const { status, body } = await call('POST', `${publicId}/versions/1/restore`);
  expect([status, body.code]).toEqual([400, 'GRAPH_INVALID']);
  expect((await call('GET', publicId)).body).toMatchObject({ graphVersion: 2, status: 'ACTIVE' });
});

test.each(['0', '3', '-1', '1.0', '01', 'x', '99999999999', '2147483648', '%00'])(
  'version %s is 404',
  async (number) => {
    const { publicId } = await createWorkflow(api, owner);
    expect((await call('GET', `${publicId}/versions/${number}`)).status).toBe(404);
    expect((await call('POST', `${publicId}/versions/${number}/restore`)).status).toBe(404);
  },
);
