import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import {
  createWorkflow,
  type SavedWorkflow,
  setStatus,
  triggerGraph,
} from '../support/workflows/create-workflow.ts';

const api = await startTestApp({ name: 'workflows', env: { BASE_URL: 'https://stamps.example/' } });
const owner = await signIn(api);

const UNKNOWN = 'wrk_01kb0000000000000000000000';
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (
  method: Method,
  path: string,
  { as = owner, payload }: { as?: SignedIn; payload?: object } = {},
) =>
  api.app.inject({
    method,
    url: `/api/workflows${path}`,
    headers: as.headers,
    ...(payload !== undefined && { payload }),
  });

const sendText = (method: Method, path: string, payload: string) =>
  api.app.inject({
    method,
    url: `/api/workflows${path}`,
    headers: { ...owner.headers, 'content-type': 'application/json' },
    payload,
  });

const storedWorkflow = async (publicId: string) => {
  const [row] = await api.services.orm.em
    .fork()
    .execute<object[]>('select * from workflow where public_id = ?', [publicId]);
  return row;
};

const graphVersions = (publicId: string) =>
  api.services.orm.em.fork().execute<{ number: number; steps_json: string }[]>(
    `select g.number, g.steps_json from graph_version g join workflow w on w.id = g.workflow_id
     where w.public_id = ? order by g.number`,
    [publicId],
  );

const node = (id: string, type = 'composeNode') => ({
  id,
  type,
  data: type === 'composeNode' ? { mapping: { a: 'x' } } : {},
});
const edge = (source: string, target: string, id = `${source}-${target}`) => ({ id, source, target });
const trigger = node('t', 'webhookTrigger');

describe('create', () => {
  test('returns the full record of a DRAFT', async () => {
    const graph = triggerGraph();
    const response = await call('POST', '', {
      payload: { name: 'Contracts', triggerType: 'webhook', stepsJson: graph },
    });
    expect(response.statusCode).toBe(200);
    const { publicId } = response.json();
    expect(publicId).toMatch(/^wrk_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(response.json()).toEqual({
      publicId,
      name: 'Contracts',
      status: 'DRAFT',
      triggerType: 'webhook',
      webhookUrl: `https://stamps.example/api/workflows/${publicId}/webhook`,
      stepsJson: JSON.stringify(graph),
      graphVersion: 1,
      errorMessage: null,
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: expect.stringMatching(TIMESTAMP),
    });
    expect((await call('GET', `/${publicId}`)).json()).toEqual(response.json());
  });

  test('the graph reads back as it was sent: order, digits, escapes, duplicate members', async () => {
    const graph = String.raw`{ "nodes" : [{"id":"t","2":1,"1":1.0,"big":12345678901234567890,"s":"\u00e4\u0000"}], "edges":[] }`;
    const text = `{"name":"x", "stepsJson":{"nodes":1},"steps\\u004ason" : ${graph} ,"triggerType":"webhook"}`;
    const response = await sendText('POST', '', text);
    expect(response.statusCode).toBe(200);
    expect(response.json().stepsJson).toBe(graph);
    expect((await call('GET', `/${response.json().publicId}`)).json().stepsJson).toBe(graph);
  });

  test.each<[string, object]>([
    ['no name', { stepsJson: triggerGraph() }],
    ['an empty name', { name: '', stepsJson: triggerGraph() }],
    ['a name of spaces', { name: '  ', stepsJson: triggerGraph() }],
    ['a name with NUL', { name: 'a\u0000b', stepsJson: triggerGraph() }],
    ['a long name', { name: 'x'.repeat(201), stepsJson: triggerGraph() }],
    ['a name that is a number', { name: 7, stepsJson: triggerGraph() }],
    ['no graph', { name: 'x' }],
    ['a graph as text', { name: 'x', stepsJson: JSON.stringify(triggerGraph()) }],
    ['a graph that is a list', { name: 'x', stepsJson: [] }],
    ['a graph without edges', { name: 'x', stepsJson: { nodes: [] } }],
    ['nodes that are no list', { name: 'x', stepsJson: { nodes: {}, edges: [] } }],
    ['an unknown trigger type', { name: 'x', triggerType: 'cron', stepsJson: triggerGraph() }],
    ['a foreign member', { name: 'x', stepsJson: triggerGraph(), ownerId: 1 }],
    ['a status', { name: 'x', stepsJson: triggerGraph(), status: 'ACTIVE' }],
    ['a public id', { name: 'x', stepsJson: triggerGraph(), publicId: UNKNOWN }],
  ])('%s: 400, nothing created', async (_name, payload) => {
    const before = (await call('GET', '')).json().length;
    const response = await call('POST', '', { payload });
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
    expect((await call('GET', '')).json()).toHaveLength(before);
  });

  test('a graph larger than allowed: 400', async () => {
    const graph = { ...triggerGraph(), note: 'x'.repeat(512 * 1024) };
    const response = await call('POST', '', { payload: { name: 'x', stepsJson: graph } });
    expect([response.statusCode, response.json().code]).toEqual([400, 'GRAPH_INVALID']);
  });

  test('a DRAFT may hold anything of the outer shape', async () => {
    const graph = { nodes: [1, null, { id: {} }, trigger, trigger], edges: ['x', edge('a', 'a')] };
    const saved = await createWorkflow(api, owner, { graph });
    expect(JSON.parse(saved.stepsJson)).toEqual(graph);
  });
});

describe('list', () => {
  test('own workflows, newest first, without their graphs', async () => {
    const someone = await signIn(api);
    const ids = [];
    for (let i = 0; i < 3; i++) ids.unshift((await createWorkflow(api, someone)).publicId);
    const listed: SavedWorkflow[] = (await call('GET', '', { as: someone })).json();
    expect(listed.map(({ publicId }) => publicId)).toEqual(ids);
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual([
      'createdAt',
      'name',
      'publicId',
      'status',
      'triggerType',
      'updatedAt',
    ]);
  });
});

describe('update', () => {
  test.each<[string, object]>([
    ['nothing', {}],
    ['name', { name: 'Renamed' }],
    ['status', { status: 'DISABLED' }],
    ['ERROR', { status: 'ERROR' }],
    ['everything', { name: 'All', status: 'ACTIVE', stepsJson: triggerGraph({ a: 1 }) }],
  ])('any subset: %s', async (_name, payload) => {
    const before = await createWorkflow(api, owner);
    const response = await call('PUT', `/${before.publicId}`, { payload });
    expect(response.statusCode).toBe(200);
    const { stepsJson, ...rest } = payload as { stepsJson?: object };
    expect(response.json()).toEqual({
      ...before,
      ...rest,
      ...(stepsJson && { stepsJson: JSON.stringify(stepsJson), graphVersion: 2 }),
      updatedAt: expect.stringMatching(TIMESTAMP),
    });
    expect((await call('GET', `/${before.publicId}`)).json()).toEqual(response.json());
  });

  test.each(['DRAFT', 'ACTIVE', 'DISABLED', 'ERROR'])('every status may follow %s', async (from) => {
    const { publicId } = await createWorkflow(api, owner, { status: from });
    for (const to of ['DRAFT', 'ACTIVE', 'DISABLED', 'ERROR']) {
      await setStatus(api, owner.headers, { publicId, status: from });
      expect((await setStatus(api, owner.headers, { publicId, status: to })).status).toBe(to);
    }
  });

  test('each save of a graph is a version of its own; earlier ones stay as they were', async () => {
    const { publicId } = await createWorkflow(api, owner);
    const graphs = [triggerGraph(), triggerGraph({ a: 1 }), triggerGraph({ a: 1 })];
    for (const stepsJson of graphs.slice(1)) await call('PUT', `/${publicId}`, { payload: { stepsJson } });
    await call('PUT', `/${publicId}`, { payload: { name: 'no new version' } });
    expect(await graphVersions(publicId)).toEqual(
      graphs.map((graph, index) => ({ number: index + 1, steps_json: JSON.stringify(graph) })),
    );
  });

  test('concurrent saves lose no version and give no number twice', async () => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    const saves = Array.from({ length: 20 }, (_, n) =>
      call('PUT', `/${publicId}`, {
        payload: n % 4 === 0 ? { status: 'ACTIVE' } : { stepsJson: triggerGraph({ n }) },
      }),
    );
    const responses = await Promise.all(saves);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
    const versions = await graphVersions(publicId);
    expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
    const { graphVersion, stepsJson } = (await call('GET', `/${publicId}`)).json();
    expect(graphVersion).toBe(16);
    expect(stepsJson).toBe(versions.at(-1)?.steps_json);
  });

  test.each<[string, object]>([
    ['ownerId', { ownerId: 1 }],
    ['publicId', { publicId: UNKNOWN }],
    ['webhookUrl', { webhookUrl: 'https://evil.example' }],
    ['createdAt', { createdAt: '2020-01-01T00:00:00' }],
    ['triggerType', { triggerType: 'webhook' }],
    ['graphVersion', { graphVersion: 7 }],
    ['errorMessage', { errorMessage: 'x' }],
    ['an unknown status', { status: 'active' }],
    ['a name that is null', { name: null }],
    ['a graph that is null', { stepsJson: null }],
  ])('%s: 400, nothing changes', async (_name, payload) => {
    const { publicId } = await createWorkflow(api, owner);
    const before = await storedWorkflow(publicId);
    const response = await call('PUT', `/${publicId}`, {
      payload: { ...payload, name: 'changed', ...payload },
    });
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(await storedWorkflow(publicId)).toEqual(before);
  });
});

describe('ACTIVE needs a valid graph; every problem names its node or edge', () => {
  test.each<[string, object[], object[], RegExp[]]>([
    ['no trigger', [node('a')], [], [/webhookTrigger/]],
    ['two triggers', [trigger, node('t2', 'webhookTrigger')], [], [/"t2" is a second webhookTrigger/]],
    [
      'an edge to itself (R30)',
      [trigger, node('a')],
      [edge('t', 'a'), edge('a', 'a')],
      [/"a" is part of a cycle/],
    ],
    [
      'a cycle and an island (R30)',
      [trigger, node('a'), node('b'), node('c')],
      [edge('t', 'a'), edge('a', 'b'), edge('b', 'a')],
      [/"a" is part of a cycle/, /"b" is part of a cycle/, /"c" cannot be reached/],
    ],
    [
      'an edge into the trigger',
      [trigger, node('a')],
      [edge('t', 'a'), edge('a', 't')],
      [/"a-t" leads into/, /"t" is part of a cycle/, /"a" is part of a cycle/],
    ],
    ['an edge to nowhere', [trigger], [edge('t', 'zz')], [/Edge "t-zz" has the target "zz"/]],
    ['an unknown type', [trigger, node('a', 'foo')], [edge('t', 'a')], [/Node "a": unknown type "foo"/]],
    [
      'equal ids (R32)',
      [trigger, node('a'), node('a')],
      [edge('t', 'a')],
      [/Node "a" has the same id as an earlier node/],
    ],
    [
      'equal edge ids (R32)',
      [trigger, node('a'), node('b')],
      [edge('t', 'a', 'e'), edge('t', 'b', 'e')],
      [/Edge "e" has the same id as an earlier edge/],
    ],
    [
      'an unknown template',
      [trigger, { id: 'a', type: 'templateNode', data: { templateId: 'tpl_x', fieldMappings: {} } }],
      [edge('t', 'a')],
      [/Node "a".*no template tpl_x/],
    ],
    [
      'a missing member',
      [trigger, { id: 'a', type: 'composeNode', data: {} }],
      [edge('t', 'a')],
      [/Node "a".*mapping/],
    ],
  ])('%s', async (_name, nodes, edges, messages) => {
    const { publicId, stepsJson } = await createWorkflow(api, owner);
    const graph = { nodes, edges };
    const both = await call('PUT', `/${publicId}`, { payload: { status: 'ACTIVE', stepsJson: graph } });
    expect([both.statusCode, both.json().code]).toEqual([400, 'GRAPH_INVALID']);
    const reported: { message: string }[] = both.json().errors;
    expect(reported.map(({ message }) => message)).toEqual(
      messages.map((message) => expect.stringMatching(message)),
    );
    expect((await call('GET', `/${publicId}`)).json()).toMatchObject({ status: 'DRAFT', stepsJson });

    expect((await call('PUT', `/${publicId}`, { payload: { stepsJson: graph } })).statusCode).toBe(200);
    const status = await call('PUT', `/${publicId}`, { payload: { status: 'ACTIVE' } });
    expect([status.statusCode, status.json().errors]).toEqual([400, reported]);
    expect((await call('GET', `/${publicId}`)).json()).toMatchObject({ status: 'DRAFT', graphVersion: 2 });
    expect((await call('POST', `/${publicId}/validate`)).json()).toMatchObject({
      valid: false,
      problems: reported,
    });
  });

  test('odd but unique ids work (R32)', async () => {
    const ids = ['__proto__', 'constructor', 'A', 'a', 'a ', 'x'.repeat(200)];
    const graph = {
      nodes: [trigger, ...ids.map((id) => node(id))],
      edges: ids.map((id, n) => edge('t', id, `e${n}`)),
    };
    expect(await createWorkflow(api, owner, { graph, status: 'ACTIVE' })).toMatchObject({
      status: 'ACTIVE',
    });
  });

  test('a save of an ACTIVE workflow is validated too, unless it leaves ACTIVE', async () => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    const broken = { nodes: [], edges: [] };
    expect((await call('PUT', `/${publicId}`, { payload: { stepsJson: broken } })).statusCode).toBe(400);
    expect(await graphVersions(publicId)).toHaveLength(1);
    const draft = await call('PUT', `/${publicId}`, { payload: { stepsJson: broken, status: 'DRAFT' } });
    expect(draft.statusCode).toBe(200);
  });

  test('a name can be changed whatever became of the graph', async () => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    await api.services.orm.em.fork().execute(
      `update graph_version set steps_json = '{"nodes":[],"edges":[]}' where workflow_id =
         (select id from workflow where public_id = ?)`,
      [publicId],
    );
    expect((await call('PUT', `/${publicId}`, { payload: { name: 'New' } })).statusCode).toBe(200);
  });
});

describe('validate', () => {
  test('judges the stored graph or the one sent, and changes nothing', async () => {
    const { publicId } = await createWorkflow(api, owner);
    expect((await call('POST', `/${publicId}/validate`)).json()).toEqual({ valid: true, problems: [] });
    const sent = await call('POST', `/${publicId}/validate`, {
      payload: { stepsJson: { nodes: [], edges: [] } },
    });
    expect(sent.json()).toMatchObject({
      valid: false,
      problems: [{ severity: 'error', path: 'stepsJson.nodes', node: null, edge: null }],
    });
    expect(await graphVersions(publicId)).toHaveLength(1);
  });
});

describe('delete', () => {
  test('removes the workflow with its events; a second time there is none', async () => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    await api.app.inject({ method: 'POST', url: `/api/workflows/${publicId}/webhook`, payload: {} });
    const response = await call('DELETE', `/${publicId}`);
    expect([response.statusCode, response.json()]).toEqual([200, { publicId }]);
    expect((await call('GET', `/${publicId}`)).statusCode).toBe(404);
    expect((await call('DELETE', `/${publicId}`)).statusCode).toBe(404);
    expect(await storedWorkflow(publicId)).toBeUndefined();
  });
});

describe('owner only: for everyone else a workflow does not exist', () => {
  const requests: [Method, string, object | undefined][] = [
    ['GET', '', undefined],
    ['PUT', '', { name: 'taken' }],
    ['DELETE', '', undefined],
    ['POST', '/validate', undefined],
    ['GET', '/webhook/latest-event', undefined],
    ['GET', '/events', undefined],
    ['GET', '/runs', undefined],
    ['GET', '/runs/run_01kb0000000000000000000000', undefined],
  ];

  test.each(requests)('%s %s', async (method, path, payload) => {
    const { publicId } = await createWorkflow(api, owner, { status: 'ACTIVE' });
    await api.app.inject({ method: 'POST', url: `/api/workflows/${publicId}/webhook`, payload: {} });
    const before = await storedWorkflow(publicId);
    for (const role of ['MEMBER', 'ADMIN', 'SUPER_ADMIN'] as const) {
      const as = await signIn(api, role);
      const options = payload === undefined ? { as } : { as, payload };
      const foreign = await call(method, `/${publicId}${path}`, options);
      const unknown = await call(method, `/${UNKNOWN}${path}`, options);
      expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'NOT_FOUND']);
      const { requestId: _one, ...problem } = foreign.json();
      const { requestId: _other, ...expected } = unknown.json();
      expect(problem).toEqual(expected);
    }
    expect(await storedWorkflow(publicId)).toEqual(before);
  });

  test.each(requests)('without a token: %s %s is 401', async (method, path, payload) => {
    const response = await api.app.inject({
      method,
      url: `/api/workflows/${UNKNOWN}${path}`,
      ...(payload !== undefined && { payload }),
    });
    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  test.each(['tpl_01kb0000000000000000000000', 'x', '%00', '..%2f', "'", 'ẅrk', '1'.repeat(500)])(
    'an id that is none, %s: 404',
    async (id) => {
      expect((await call('GET', `/${encodeURIComponent(id)}`)).statusCode).toBe(404);
    },
  );

  test('GUEST looks and does not touch', async () => {
    const guest = await signIn(api, 'GUEST');
    expect((await call('GET', '', { as: guest })).statusCode).toBe(200);
    const payload = { name: 'x', stepsJson: triggerGraph() };
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${UNKNOWN}`],
      ['DELETE', `/${UNKNOWN}`],
    ] as const) {
      const response = await call(method, path, { as: guest, payload });
      expect([response.statusCode, response.json().code]).toEqual([403, 'FORBIDDEN']);
    }
  });
});
