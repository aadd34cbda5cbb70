import { createPublicId, withKind } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { type InsertedRun, insertRuns as insert } from '../support/runs/insert-runs.ts';
import { createWorkflow, triggerGraph } from '../support/workflows/create-workflow.ts';

const api = await startTestApp({ name: 'runs', env: { TEMPORAL_UI_URL: 'http://ui.example/' } });
const owner = await signIn(api);

const execute = <Row extends object>(sql: string, values: unknown[] = []) =>
  api.services.orm.em.fork().execute<Row[]>(sql, values);

const get = (path: string, as = owner) => api.app.inject({ url: `/api${path}`, headers: as.headers });

const insertRuns = (workflowId: string, runs: readonly InsertedRun[]) => insert(api, { workflowId, runs });

const repeat = (count: number, status: string) => Array.from({ length: count }, () => ({ status }));

interface Listed {
  content: { runId?: string; eventId: string; status: string }[];
  totalElements: number;
  totalPages: number;
  size: number;
  number: number;
}

describe.each(['runs', 'events'])('GET …/%s is a page, newest first', (list) => {
  let publicId: string;
  let expected: string[];
  beforeAll(async () => {
    ({ publicId } = await createWorkflow(api, owner));
    const runIds = await insertRuns(publicId, repeat(45, 'COMPLETED'));
    expected = runIds.map((runId) => withKind('evt', runId)).reverse();
  });

  test('equal timestamps neither repeat nor hide a row (R46)', async () => {
    const seen: string[] = [];
    for (const page of [0, 1, 2]) {
      const { content, ...rest }: Listed = (await get(`/workflows/${publicId}/${list}?page=${page}`)).json();
      expect(rest).toEqual({ totalElements: 45, totalPages: 3, size: 20, number: page });
      seen.push(...content.map(({ eventId }) => eventId));
    }
    expect(seen).toEqual(expected);
  });

  test('beyond the end is an empty page; a page may be smaller or larger', async () => {
    expect((await get(`/workflows/${publicId}/${list}?page=3`)).json()).toMatchObject({
      content: [],
      totalElements: 45,
    });
    const large: Listed = (await get(`/workflows/${publicId}/${list}?size=100`)).json();
    expect([large.content.length, large.totalPages]).toEqual([45, 1]);
    expect((await get(`/workflows/${publicId}/${list}?page=999999999999999&size=100`)).json()).toMatchObject({
      content: [],
    });
  });

  test.each([
    'page=-1',
    'page=1.5',
    'page=1e3',
    'page=1000000000000000000',
    'page=NaN',
    'page=',
    'page=1&page=2',
    'size=0',
    'size=101',
    'size=x',
    'sort=name',
    'status=nope',
    'status=RUNNING&status=FAILED',
    'from=yesterday',
    'from=2026-02-30',
    'from=2026-03-29T24:00:00',
    'from=2026-03-29T00:00:00Z',
    'to=0000-01-01',
    '__proto__=1',
  ])('%s: 400', async (query) => {
    const response = await get(`/workflows/${publicId}/${list}?${query}`);
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

test('lists are filtered by time, both ends included, UTC on a day the clocks change', async () => {
  const { publicId } = await createWorkflow(api, owner);
  const times = [
    '2026-03-28T23:59:59.9Z',
    '2026-03-29T01:30:00Z',
    '2026-03-29T02:30:00.5Z',
    '2026-03-30T00:00:00Z',
  ];
  await insertRuns(
    publicId,
    times.map((at) => ({ status: 'COMPLETED', at })),
  );
  const count = async (list: string, query: string) => {
    const { content }: { content: Record<string, string>[] } = (
      await get(`/workflows/${publicId}/${list}?${query}`)
    ).json();
    return content.map(({ startedAt, receivedAt }) => startedAt ?? receivedAt);
  };
  for (const list of ['runs', 'events']) {
    expect(await count(list, 'from=2026-03-29&to=2026-03-29')).toEqual([
      '2026-03-29T02:30:00',
      '2026-03-29T01:30:00',
    ]);
    expect(await count(list, 'to=2026-03-29T02:30:00')).toHaveLength(3);
    expect(await count(list, 'from=2026-03-29T02:30:01')).toEqual(['2026-03-30T00:00:00']);
    expect(await count(list, 'from=2026-03-31')).toEqual([]);
  }
});

test('lists are filtered by status, runs by their event as well', async () => {
  const { publicId } = await createWorkflow(api, owner);
  const [failed] = await insertRuns(publicId, [{ status: 'FAILED' }, { status: 'COMPLETED' }]);
  const runs: Listed = (await get(`/workflows/${publicId}/runs?status=FAILED`)).json();
  expect(runs.content.map(({ runId }) => runId)).toEqual([failed]);
  const ofEvent: Listed = (
    await get(`/workflows/${publicId}/runs?eventId=${failed?.replace('run_', 'evt_')}`)
  ).json();
  expect(ofEvent.content.map(({ runId }) => runId)).toEqual([failed]);
  expect((await get(`/workflows/${publicId}/runs?eventId=evt_none`)).json().content).toEqual([]);
  await api.app.inject({ method: 'POST', url: `/api/workflows/${publicId}/webhook`, payload: {} });
  const stored: Listed = (await get(`/workflows/${publicId}/events?status=STORED`)).json();
  expect(stored.content.map(({ status }) => status)).toEqual(['STORED']);
});

describe('latest event', () => {
  test('404 before the first, then the one that arrived last, as it was received', async () => {
    const { publicId } = await createWorkflow(api, owner);
    const none = await get(`/workflows/${publicId}/webhook/latest-event`);
    expect([none.statusCode, none.json().code]).toEqual([404, 'NOT_FOUND']);
    for (const payload of ['{"n":1}', ' {"n":2.0} ', '[]']) {
      await api.app.inject({ method: 'POST', url: `/api/workflows/${publicId}/webhook`, payload });
    }
    // The same second for both: the order of arrival decides.
    await execute(`update webhook_event set received_at = '2026-11-28T09:30:00.9Z'`);
    const latest = await get(`/workflows/${publicId}/webhook/latest-event`);
    expect([latest.statusCode, latest.json()]).toEqual([
      200,
      {
        eventId: expect.stringMatching(/^evt_[0-9a-hjkmnp-tv-z]{26}$/),
        workflowId: publicId,
        eventPayload: ' {"n":2.0} ',
        receivedAt: '2026-11-28T09:30:00',
      },
    ]);
  });
});

describe('one run', () => {
  const graph = {
    nodes: [...triggerGraph().nodes, { id: 'c', type: 'composeNode', data: { mapping: {} } }],
    edges: [{ id: 'e', source: 'trigger', target: 'c' }],
  };

  async function insertRun(status: string) {
    const workflow = await createWorkflow(api, owner, { graph });
    const [runId = ''] = await insertRuns(workflow.publicId, [{ status }]);
    return { workflowId: workflow.publicId, runId };
  }
  const addNode = (runId: string, values: unknown[]) =>
    execute(
      `insert into run_node (run_id, position, node_id, type, status, attempts, input, output, error, started_at)
       select id, ?, ?, ?, ?, ?, ?, ?, ?, started_at from run where public_id = ?`,
      [...values, runId],
    );

  test('an ended run: nodes in order, JSON with the digits that were sent, documents, the Temporal address', async () => {
    const { workflowId, runId } = await insertRun('FAILED');
    await addNode(runId, [1, 'c', 'composeNode', 'FAILED', 3, '{"event.n":1.0}', null, 'No such path.']);
    await addNode(runId, [
      0,
      'trigger',
      'webhookTrigger',
      'COMPLETED',
      1,
      null,
      '{"n":1.0,"__proto__":2}',
      null,
    ]);
    await execute(
      `update run set ended_at = started_at + interval '2 seconds', error = 'Node "c" failed.', engine_run_id = 'abc'
       where public_id = ?`,
      [runId],
    );
    const documentId = createPublicId('doc');
    await execute(
      `insert into document (public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
                             storage_key, size, sha256)
       select ?, id, ?, 'c', 'tpl_x', 1, 'a.pdf', 'documents/a.pdf', 3, 'x' from run where public_id = ?`,
      [documentId, owner.user.id, runId],
    );
    const response = await get(`/workflows/${workflowId}/runs/${runId}`);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('"output":{"n":1.0,"__proto__":2}');
    const times = { startedAt: '2026-03-29T00:59:59', endedAt: null };
    expect(response.json()).toMatchObject({
      runId,
      eventId: withKind('evt', runId),
      workflowId,
      graphVersion: 1,
      status: 'FAILED',
      startedAt: '2026-03-29T00:59:59',
      endedAt: '2026-03-29T01:00:01',
      error: 'Node "c" failed.',
      engineUrl: `http://ui.example/namespaces/default/workflows/${withKind('evt', runId)}/abc/history`,
      documents: [{ documentId, name: 'a.pdf', templateId: 'tpl_x', nodeId: 'c' }],
      nodes: [
        {
          id: 'trigger',
          type: 'webhookTrigger',
          status: 'COMPLETED',
          attempts: 1,
          input: null,
          error: null,
          ...times,
        },
        {
          id: 'c',
          type: 'composeNode',
          status: 'FAILED',
          attempts: 3,
          input: { 'event.n': 1 },
          output: null,
          error: 'No such path.',
          ...times,
        },
      ],
    });
  });

  test('a text over 64 KiB is shortened to its beginning and marked; the node has it whole', async () => {
    const { workflowId, runId } = await insertRun('COMPLETED');
    const exact = `"${'x'.repeat(64 * 1024 - 2)}"`;
    const long = `{"text":"${'é'.repeat(64 * 1024)}","n":1.0}`;
    await addNode(runId, [0, 'trigger', 'webhookTrigger', 'COMPLETED', 1, exact, long, null]);
    const url = `/workflows/${workflowId}/runs/${runId}`;
    const [listed] = (await get(url)).json().nodes;
    expect(listed).toMatchObject({ input: JSON.parse(exact), shortened: ['output'] });
    expect([listed.output.length, long.startsWith(listed.output)]).toEqual([4096, true]);
    const whole = await get(`${url}/nodes/trigger`);
    expect(whole.body).toContain(`"output":${long}`);
    expect(whole.json()).toMatchObject({ shortened: [] });
    expect((await get(`${url}/nodes/c`)).json()).toMatchObject({ status: 'PENDING', shortened: [] });
    expect((await get(`${url}/nodes/unknown`)).statusCode).toBe(404);
  });

  test('warnings of a document are shown with it', async () => {
    const { workflowId, runId } = await insertRun('COMPLETED');
    const warnings = [{ column: 'Name', code: 'TEXT_SHRUNK', message: 'The text was shrunk.' }];
    await execute(
      `insert into document (public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
                             storage_key, size, sha256, warnings)
       select ?, id, ?, 'c', 'tpl_x', 1, 'a.pdf', 'documents/a.pdf', 3, 'x', ? from run where public_id = ?`,
      [createPublicId('doc'), owner.user.id, JSON.stringify(warnings), runId],
    );
    expect((await get(`/workflows/${workflowId}/runs/${runId}`)).json().documents).toMatchObject([
      { nodeId: 'c', runId, warnings },
    ]);
  });

  test('a running run shows its stored state while Temporal does not respond', async () => {
    const { workflowId, runId } = await insertRun('RUNNING');
    const run = (await get(`/workflows/${workflowId}/runs/${runId}`)).json();
    expect(run).toMatchObject({ status: 'RUNNING', endedAt: null, documents: [] });
    expect(run.nodes.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      ['trigger', 'PENDING'],
      ['c', 'PENDING'],
    ]);
  });

  test('is found under its own workflow only', async () => {
    const { runId } = await insertRun('COMPLETED');
    const other = await createWorkflow(api, owner);
    for (const id of [runId, createPublicId('run'), 'x', '%00']) {
      expect((await get(`/workflows/${other.publicId}/runs/${id}`)).statusCode).toBe(404);
    }
  });
});
