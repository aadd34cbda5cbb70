import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, type Method } from '../support/organizations.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createWorkflow, triggerGraph } from '../support/workflows/create-workflow.ts';

/** No route returns the data of events and runs, or a signing secret, to an API key without the scope `read`. */
const SECRET = `whsec_${Buffer.from('a signing secret of a workflow').toString('base64')}`;
const MARKS = [SECRET, 'confidential payload', 'confidential output', 'confidential error'];

let owner: SignedIn;
let workflowId: string;
let runId: string;

const keyWith = async (...scopes: string[]): Promise<Pick<SignedIn, 'headers'>> => {
  const body = { name: 'Key', scopes };
  const { secret } = (await callAs(api, owner, { method: 'POST', url: '/api/me/api-keys', body })).body;
  return { headers: { authorization: `Bearer ${secret}` } };
};

const api = await startTestApp({ name: 'scopes-without-read' });
beforeEach(async () => {
  owner = await signIn(api);
  workflowId = (await createWorkflow(api, owner, { data: { signingSecret: SECRET } })).publicId;
  [runId = ''] = await insertRuns(api, { workflowId, runs: [{ status: 'FAILED' }] });
  const em = api.services.orm.em.fork();
  await em.execute(`update webhook_event set payload = '{"a":"confidential payload"}' where public_id = ?`, [
    runId.replace(/^run/, 'evt'),
  ]);
  await em.execute(`update run set error = 'confidential error' where public_id = ?`, [runId]);
  await em.execute(
    `insert into run_node (run_id, position, node_id, type, status, output, item_index)
     select id, 0, 'trigger', 'webhookTrigger', 'COMPLETED', '"confidential output"', -1 from run where public_id = ?`,
    [runId],
  );
  await em.execute(
    `update workflow set status = 'ERROR', error_message = 'confidential error' where public_id = ?`,
    [workflowId],
  );
});

/** Bodies that the routes accept, by the end of the path. */
const bodies: Record<string, object> = { workflowId: {}, publicId: { name: 'Other' } };

test.each([['workflows'], ['stamp'], ['workflows', 'stamp']])(
  'with the scopes %s %s no response holds them',
  async (...scopes) => {
    const key = await keyWith(...scopes.filter((scope) => scope !== undefined));
    const found: string[] = [];
    const routes = api.app.routeNames
      .filter((name) => / \/api\/(workflows|documents|usage)/.test(name) && !/^HEAD|\/webhook$/.test(name))
      .toSorted((a, b) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));
    for (const name of routes) {
      const [method, path = ''] = name.split(' ') as [Method, string];
      const url = path
        .replaceAll(/:(publicId|workflowId)/g, workflowId)
        .replace(':runId', runId)
        .replace(':eventId', runId.replace(/^run/, 'evt'))
        .replace(':number', '1')
        .replace(':nodeId', 'trigger');
      const body = method === 'PUT' ? bodies.publicId : undefined;
      const text = JSON.stringify(
        (await callAs(api, key, { method, url, ...(body !== undefined && { body }) })).body,
      );
      if (MARKS.some((mark) => text.includes(mark))) found.push(`${name}: ${text}`);
    }
    expect(found).toEqual([]);
  },
);

const url = (path: string) => `/api/workflows/${workflowId}${path}`;

test('the latest event and a past one need the scope read', async () => {
  const key = await keyWith('workflows');
  const dryRun = await callAs(api, key, { method: 'POST', url: url('/test'), body: {} });
  expect([dryRun.status, dryRun.body.code, dryRun.body.detail]).toEqual([
    403,
    'API_KEY_REFUSED',
    'This API key does not have the scope read, so it cannot use the latest event. Send a payload.',
  ]);
  const compared = await callAs(api, key, {
    method: 'POST',
    url: url(`/events/${runId.replace(/^run/, 'evt')}/compare`),
    body: {},
  });
  expect([compared.status, compared.body.detail]).toEqual([
    403,
    'This API key does not have the scope read.',
  ]);
  // There is no Temporal server here: the dry run was accepted.
  const own = await callAs(api, key, { method: 'POST', url: url('/test'), body: { payload: {} } });
  expect(own.body.code).toBe('UNAVAILABLE');
});

test('a change returns the graph that it sent, and a key with read gets the stored one', async () => {
  const key = await keyWith('workflows');
  const change = (who: Pick<SignedIn, 'headers'>, body: object) =>
    callAs(api, who, { method: 'PUT', url: url(''), body });
  const stepsJson = triggerGraph();
  expect((await change(key, { stepsJson })).body).toMatchObject({
    stepsJson: JSON.stringify(stepsJson),
    graphVersion: 2,
    errorMessage: null,
  });
  expect((await change(key, { name: 'Other' })).body.stepsJson).toBe('');
  const restored = await callAs(api, key, { method: 'POST', url: url('/versions/1/restore') });
  expect([restored.status, restored.body.graphVersion, restored.body.stepsJson]).toEqual([200, 3, '']);
  const both = await keyWith('workflows', 'read');
  expect((await change(both, { name: 'Other' })).body.stepsJson).toContain(SECRET);
});
