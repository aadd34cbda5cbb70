import { endedRun, type ShownRun, sendEvent, startRunApp } from '../support/runs/run-app.ts';
import { graphOf } from '../support/runs/seed.ts';
import { createTemplate } from '../support/templates.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const app = await startRunApp('dry-runs');

const start = { type: 'webhookTrigger' };
const compose = (text: string) => ({ type: 'composeNode', data: { mapping: { name: text } } });
const traces = async () => {
  const tables = [
    'document',
    'usage_entry',
    'run',
    'run_node',
    'webhook_event',
    'outgoing_mail',
    'dry_run_text',
  ];
  const em = app.services.orm.em.fork();
  const counts = await Promise.all(tables.map((table) => em.execute(`select count(*) from ${table}`)));
  const files: string[] = [];
  for await (const key of app.services.storage.list('documents/')) files.push(key);
  return { counts, files };
};

async function fillingGraph(text: string) {
  const { publicId } = await createTemplate(app, app.owner, { columns: 'name', namingPattern: '[name]' });
  const fill = {
    type: 'templateNode',
    data: { templateId: publicId, fieldMappings: { name: 'event.name' } },
  };
  return graphOf({ start, c: compose(text), fill }, ['start>c', 'c>fill']);
}

describe('a dry run', () => {
  test('shows every node, also long texts and a delay of a year, and leaves no trace', async () => {
    const graph = await fillingGraph('Dear ${event.who}');
    graph.nodes.push({
      id: 'wait',
      type: 'delayNode',
      position: { x: 0, y: 0 },
      data: { seconds: 31_536_000 },
    });
    graph.edges.push({ id: 'w', source: 'start', target: 'wait' });
    const { publicId } = await createWorkflow(app, app.owner, { graph });
    const before = await traces();
    const note = 'x'.repeat(100_000);
    const { status, body } = await app.post<ShownRun>(`/workflows/${publicId}/test`, {
      payload: { who: 'Lee', note },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'COMPLETED', error: null });
    const byId = Object.fromEntries(body.nodes.map((node) => [node.id, node]));
    expect(byId.start?.output).toEqual({ who: 'Lee', note });
    expect(byId.c).toMatchObject({ status: 'COMPLETED', output: { name: 'Dear Lee' } });
    expect(byId.fill).toMatchObject({
      status: 'COMPLETED',
      input: { name: 'Dear Lee' },
      output: { name: 'Dear_Lee.pdf' },
    });
    expect(byId.wait).toMatchObject({ status: 'COMPLETED' });
    expect(await traces()).toEqual(before);
  });

  test('takes a payload with names of prototypes, as the webhook does', async () => {
    const graph = graphOf({ start, c: compose('${event.__proto__.x} ${event.constructor.prototype}') }, [
      'start>c',
    ]);
    const { publicId } = await createWorkflow(app, app.owner, { graph });
    const send = (text: string) =>
      app.app.inject({
        method: 'POST',
        url: `/api/workflows/${publicId}/test`,
        payload: text,
        headers: { ...app.owner.headers, 'content-type': 'application/json' },
      });
    const response = await send('{"payload":{"__proto__":{"x":1},"constructor":{"prototype":2}}}');
    expect(response.body).toContain('"output":{"__proto__":{"x":1},"constructor":{"prototype":2}}');
    expect(response.body).toContain('"output":{"name":"1 2"}');
    const rejected = await send('{"payload":{},"stepsJson":{"nodes":[],"edges":[],"__proto__":{}}}');
    expect(rejected.json().errors).toMatchObject([{ path: 'stepsJson.__proto__' }]);
  });

  test('of a delay shows when it would end, and fails where a run would for one too far away', async () => {
    const wait = { type: 'delayNode', data: { seconds: 3600 } };
    const far = { type: 'delayNode', data: { until: 'event.at' } };
    const graph = graphOf({ start, wait, far, c: compose('${nodes.wait.until}') }, [
      ...['start>wait', 'wait>c', 'start>far'],
    ]);
    const { publicId } = await createWorkflow(app, app.owner, { graph });
    const begun = Date.now();
    const payload = { at: '9999-01-01' };
    const { body } = await app.post<ShownRun>(`/workflows/${publicId}/test`, { payload });
    const byId = Object.fromEntries(body.nodes.map((node) => [node.id, node]));
    const { until: end } = (byId.wait?.output ?? {}) as { until?: string };
    expect(Date.parse(end ?? '')).toBeGreaterThanOrEqual(begun + 3_600_000);
    expect(byId.c?.output).toEqual({ name: end });
    expect(byId.far).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/more than 366 days/) });
  });

  test('takes a graph that is not saved and the payload of the latest event; a failing node is reported', async () => {
    const { publicId } = await createWorkflow(app, app.owner);
    const url = `/workflows/${publicId}/test`;
    const none = await app.post<{ code: string }>(url);
    expect([none.status, none.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    await app.app.inject({
      method: 'POST',
      url: `/api/workflows/${publicId}/webhook`,
      payload: { list: [1] },
    });
    const stepsJson = graphOf({ start, c: compose('Dear ${event.list}') }, ['start>c']);
    const { body } = await app.post<ShownRun>(url, { stepsJson });
    expect(body).toMatchObject({ status: 'FAILED', error: expect.stringContaining('list') });
    expect(body.nodes.find(({ id }) => id === 'c')).toMatchObject({ status: 'FAILED' });
  });

  test('rejects a payload that the webhook would reject, with its text; the graph sent counts', async () => {
    const jsonSchema = { required: ['age'], properties: { age: { type: 'integer' } } };
    const { publicId } = await createWorkflow(app, app.owner, { data: { jsonSchema } });
    const url = `/workflows/${publicId}/test`;
    const payload = { age: '7' };
    const rejected = await app.post<{ code: string; errors: object[] }>(url, { payload });
    const webhook = await app.app.inject({
      method: 'POST',
      url: `/api/workflows/${publicId}/webhook`,
      payload,
    });
    expect(webhook.body).toBe('Payload validation failed: age: must be integer');
    expect([rejected.status, rejected.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(rejected.body.errors).toEqual([{ path: 'payload', message: webhook.body }]);
    expect((await app.post(url, { payload: { age: 7 } })).body).toMatchObject({ status: 'COMPLETED' });
    const stepsJson = graphOf({ start }, []);
    expect((await app.post(url, { payload, stepsJson })).body).toMatchObject({ status: 'COMPLETED' });
  });

  test.each([
    ['a list as payload', { payload: [1] }, 'VALIDATION_FAILED'],
    ['an unknown member', { event: {} }, 'VALIDATION_FAILED'],
    ['a graph that cannot run', { payload: {}, stepsJson: { nodes: [], edges: [] } }, 'GRAPH_INVALID'],
  ])('%s is rejected', async (_name, payload, code) => {
    const { publicId } = await createWorkflow(app, app.owner);
    const response = await app.post<{ code: string }>(`/workflows/${publicId}/test`, payload);
    expect([response.status, response.body.code]).toEqual([400, code]);
  });
});

describe('comparing a draft with the version that ran', () => {
  test('shows the nodes and the document values that differ, and nothing that is the same', async () => {
    const graph = await fillingGraph('Dear ${event.who}');
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
    const { eventId } = await endedRun(app, publicId, await sendEvent(app, publicId, { who: 'Lee' }));
    const url = `/workflows/${publicId}/events/${eventId}/compare`;
    expect((await app.post(url)).body).toMatchObject({ isSame: true, nodes: [], fields: [] });
    const changed = structuredClone(graph);
    Object.assign(changed.nodes[1] ?? {}, compose('Hello ${event.who}'));
    const before = await traces();
    const { status, body } = await app.post<{ nodes: { id: string }[] }>(url, { stepsJson: changed });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      isSame: false,
      ran: { graphVersion: 1, status: 'COMPLETED' },
      draft: { graphVersion: null, status: 'COMPLETED' },
      fields: [{ nodeId: 'fill', item: null, field: 'Name', ran: 'Dear Lee', draft: 'Hello Lee' }],
    });
    expect(body.nodes.map(({ id }) => id)).toEqual(['c', 'fill']);
    expect(await traces()).toEqual(before);
  });

  test('two that wait do so at one moment', async () => {
    const wait = { type: 'delayNode', data: { seconds: 3600 } };
    const graph = graphOf({ start, wait, c: compose('${nodes.wait.until}') }, ['start>wait', 'wait>c']);
    const { publicId } = await createWorkflow(app, app.owner, { graph });
    await app.app.inject({ method: 'POST', url: `/api/workflows/${publicId}/webhook`, payload: {} });
    const { body } = await app.get<{ eventId: string }>(`/workflows/${publicId}/webhook/latest-event`);
    const response = await app.post(`/workflows/${publicId}/events/${body.eventId}/compare`);
    expect(response.body).toMatchObject({ isSame: true, nodes: [] });
  });

  test('shows the values of fields after mapping, default and format, for each element of a loop', async () => {
    const json = JSON.stringify({
      TemplateTitle: 'x',
      FieldMappings: {
        name: { ColumnHeader: 'Total', Format: 'Currency' },
        note: { ValueType: 'Static', StaticValue: 'same', Page: 1, X: 10, Y: 10 },
        day: {
          ColumnHeader: 'Day',
          Format: 'Date',
          FormatPattern: 'dd.mm.yyyy',
          Default: 'none',
          Page: 1,
          X: 10,
          Y: 40,
        },
      },
    });
    const { publicId: templateId } = await createTemplate(app, app.owner, { columns: 'Total,Day', json });
    const graph = (fieldMappings: object) =>
      graphOf(
        {
          start,
          each: { type: 'forEachNode', data: { items: 'event.lines' } },
          fill: { type: 'templateNode', data: { templateId, fieldMappings } },
        },
        ['start>each', 'each>fill'],
      );
    const before = graph({ Total: 'item.total', Day: 'item.day' });
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph: before });
    const lines = [
      { total: 1, gross: '1.0', day: '2026-02-01' },
      { total: 1234.5, gross: 2000, day: '2026-02-01' },
    ];
    const { eventId } = await endedRun(app, publicId, await sendEvent(app, publicId, { lines }));
    const url = `/workflows/${publicId}/events/${eventId}/compare`;
    const { body } = await app.post(url, { stepsJson: graph({ Total: 'item.gross' }) });
    expect(body).toMatchObject({
      isSame: false,
      nodes: [],
      fields: [
        { nodeId: 'fill', item: 0, field: 'day', ran: '01.02.2026', draft: 'none' },
        { nodeId: 'fill', item: 1, field: 'Name', ran: '1,234.50', draft: '2,000.00' },
        { nodeId: 'fill', item: 1, field: 'day', ran: '01.02.2026', draft: 'none' },
      ],
    });
  });
});
