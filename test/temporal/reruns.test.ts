import { createPublicId, withKind } from '../../src/infra/public-id.ts';
import { endedRun, sendEvent, startRunApp } from '../support/runs/run-app.ts';
import { graphOf } from '../support/runs/seed.ts';
import { createTemplate, sendForm } from '../support/templates.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const app = await startRunApp('reruns');

const actions = async () => {
  const [row] = await app.services.orm.em
    .fork()
    .execute<{ count: string }[]>('select count(*) from usage_entry');
  return Number(row?.count);
};
const start = { type: 'webhookTrigger' };
const fill = (templateId: string, source = 'event.name') => ({
  type: 'templateNode',
  data: { templateId, fieldMappings: { name: source } },
});
const oneDocument = async () => {
  const { publicId } = await createTemplate(app, app.owner, { columns: 'name' });
  return graphOf({ start, fill: fill(publicId) }, ['start>fill']);
};

describe('replay', () => {
  test('an event runs again as a new run with a document of its own, and the first run stays as it was', async () => {
    const { publicId } = await createWorkflow(app, app.owner, {
      status: 'ACTIVE',
      graph: await oneDocument(),
    });
    const first = await endedRun(app, publicId, await sendEvent(app, publicId, { name: 'Lee' }));
    expect(first).toMatchObject({ status: 'COMPLETED', kind: 'EVENT', sourceRunId: null });
    const before = await actions();
    const { status, body } = await app.post<{ runId: string }>(
      `/workflows/${publicId}/events/${first.eventId}/replay`,
    );
    expect(status).toBe(200);
    expect(body.runId).not.toBe(first.runId);
    const second = await endedRun(app, publicId, body.runId);
    expect(second).toMatchObject({ status: 'COMPLETED', kind: 'REPLAY', eventId: first.eventId });
    expect(second.documents[0]?.documentId).not.toBe(first.documents[0]?.documentId);
    expect(await actions()).toBe(before + 1);
    expect((await app.get(`/workflows/${publicId}/runs/${first.runId}`)).body).toEqual(first);
  });

  test('a payload too long to travel is found again by a replay, by many at once and by a retry', async () => {
    const read = { type: 'composeNode', data: { mapping: { note: '${event.note}' } } };
    const later = { type: 'composeNode', data: { mapping: { text: 'x ${event.list}' } } };
    const graph = graphOf({ start, read, later }, ['start>read', 'read>later']);
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
    const payload = { note: 'n'.repeat(200_000), list: [1] };
    const first = await endedRun(app, publicId, await sendEvent(app, publicId, payload));
    const url = `/workflows/${publicId}`;
    const replayed = await app.post<{ runId: string }>(`${url}/events/${first.eventId}/replay`);
    const runs = [await endedRun(app, publicId, replayed.body.runId)];
    const retried = await app.post<{ runId: string }>(`${url}/runs/${first.runId}/retry`);
    runs.push(await endedRun(app, publicId, retried.body.runId));
    const many = await app.post<{ runIds: string[] }>(`${url}/replay`);
    runs.push(await endedRun(app, publicId, many.body.runIds[0] ?? ''));
    for (const run of [first, ...runs]) {
      expect(run.nodes.map(({ id, status }) => [id, status])).toEqual([
        ...[
          ['start', 'COMPLETED'],
          ['read', 'COMPLETED'],
          ['later', 'FAILED'],
        ],
      ]);
      expect(run.error).toBe(first.error);
    }
  });

  test('an event a DRAFT stored gets its first run under its own name; on a named version of the graph', async () => {
    const { publicId } = await createWorkflow(app, app.owner);
    await app.app.inject({
      method: 'POST',
      url: `/api/workflows/${publicId}/webhook`,
      payload: { name: 'x' },
    });
    const steps = graphOf({ start, c: { type: 'composeNode', data: { mapping: { a: '1' } } } }, ['start>c']);
    await app.app.inject({
      method: 'PUT',
      url: `/api/workflows/${publicId}`,
      headers: app.owner.headers,
      payload: { stepsJson: steps },
    });
    const { eventId } = (await app.get<{ eventId: string }>(`/workflows/${publicId}/webhook/latest-event`))
      .body;
    const { body } = await app.post<{ runId: string }>(`/workflows/${publicId}/events/${eventId}/replay`);
    expect(body.runId).toBe(withKind('run', eventId));
    expect(await endedRun(app, publicId, body.runId)).toMatchObject({ status: 'COMPLETED', graphVersion: 2 });
    const old = await app.post<{ runId: string }>(`/workflows/${publicId}/events/${eventId}/replay`, {
      graphVersion: 1,
    });
    expect(await endedRun(app, publicId, old.body.runId)).toMatchObject({
      status: 'COMPLETED',
      graphVersion: 1,
      nodes: [{ id: 'trigger' }],
    });
  });

  test('the same request with the same key is the same run, also at once', async () => {
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE' });
    const { eventId } = await endedRun(app, publicId, await sendEvent(app, publicId, {}));
    const url = `/workflows/${publicId}/events/${eventId}/replay`;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => app.post<{ runId: string }>(url, {}, { 'idempotency-key': 'k' })),
    );
    expect(new Set(responses.map(({ body }) => body.runId)).size).toBe(1);
    expect((await app.post<{ runId: string }>(url)).body.runId).not.toBe(responses[0]?.body.runId);
  });

  test.each([
    ['an unknown version', { graphVersion: 7 }, 400, 'VALIDATION_FAILED'],
    ['a version no integer holds', { graphVersion: 99_999_999_999 }, 400, 'VALIDATION_FAILED'],
    ['an unknown member', { version: 1 }, 400, 'VALIDATION_FAILED'],
  ])('%s is rejected', async (_name, payload, status, code) => {
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE' });
    const { eventId } = await endedRun(app, publicId, await sendEvent(app, publicId, {}));
    const response = await app.post<{ code: string }>(
      `/workflows/${publicId}/events/${eventId}/replay`,
      payload,
    );
    expect([response.status, response.body.code]).toEqual([status, code]);
    const unknown = await app.post(`/workflows/${publicId}/events/${createPublicId('evt')}/replay`);
    expect(unknown.status).toBe(404);
  });

  test('a graph that cannot run is rejected with its problems', async () => {
    const graph = graphOf({ start, n: { type: 'nothing' } }, ['start>n']);
    const { publicId } = await createWorkflow(app, app.owner, { graph });
    await app.app.inject({ method: 'POST', url: `/api/workflows/${publicId}/webhook`, payload: {} });
    const { eventId } = (await app.get<{ eventId: string }>(`/workflows/${publicId}/webhook/latest-event`))
      .body;
    const response = await app.post<{ code: string; errors: object[] }>(
      `/workflows/${publicId}/events/${eventId}/replay`,
    );
    expect([response.status, response.body.code, response.body.errors.length]).toEqual([
      400,
      'GRAPH_INVALID',
      1,
    ]);
  });
});

test('warnings keep no graph from running again, singly or many at once, or from being tried out', async () => {
  const address = { type: 'object', properties: { city: {} }, additionalProperties: false };
  const jsonSchema = { type: 'object', properties: { address } };
  const read = { type: 'composeNode', data: { mapping: { zip: '${event.address.home.zip}' } } };
  const graph = graphOf({ start: { ...start, data: { jsonSchema } }, read }, ['start>read']);
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
  const url = `/workflows/${publicId}`;
  expect((await app.post(`${url}/validate`)).body).toMatchObject({
    valid: true,
    problems: [{ severity: 'warning', node: 'read' }],
  });
  const { eventId } = await endedRun(app, publicId, await sendEvent(app, publicId, {}));
  const replayed = await app.post<{ runId: string }>(`${url}/events/${eventId}/replay`);
  expect(await endedRun(app, publicId, replayed.body.runId)).toMatchObject({ status: 'COMPLETED' });
  expect(await app.post(`${url}/replay`)).toMatchObject({ status: 200, body: { runs: 1 } });
  expect(await app.post(`${url}/test`)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
  expect(await app.post(`${url}/events/${eventId}/compare`)).toMatchObject({ body: { isSame: true } });
});

test('warnings of the stamp are stored with the document', async () => {
  const mapping = { ValueType: 'Dynamic', ColumnHeader: 'name', Format: 'Currency' };
  const json = JSON.stringify({ TemplateTitle: 'x', FieldMappings: { name: mapping } });
  const { publicId: templateId } = await createTemplate(app, app.owner, { columns: 'name', json });
  const graph = graphOf({ start, fill: fill(templateId) }, ['start>fill']);
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
  const run = await endedRun(app, publicId, await sendEvent(app, publicId, { name: 'no number' }));
  expect(run.documents[0]?.warnings).toMatchObject([{ column: 'name', code: expect.any(String) }]);
});

describe('retry', () => {
  /** One branch makes a document, the other fails for want of a value. */
  async function failingWorkflow() {
    const json = JSON.stringify({
      TemplateTitle: 'x',
      FieldMappings: { name: { ValueType: 'Dynamic', ColumnHeader: 'name', Required: true } },
    });
    const good = await createTemplate(app, app.owner, { columns: 'name' });
    const bad = await createTemplate(app, app.owner, { columns: 'name', json });
    const graph = graphOf({ start, good: fill(good.publicId), bad: fill(bad.publicId, 'event.missing') }, [
      'start>good',
      'start>bad',
    ]);
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
    return { workflowId: publicId, bad: bad.publicId };
  }

  test('finished nodes are kept: not stamped and not counted again; a repaired template helps', async () => {
    const { workflowId, bad } = await failingWorkflow();
    const failed = await endedRun(app, workflowId, await sendEvent(app, workflowId, { name: 'Lee' }));
    expect(failed).toMatchObject({ status: 'FAILED', documents: [{ nodeId: 'good' }] });
    const repaired = JSON.stringify({ TemplateTitle: 'x', FieldMappings: { name: 'name' } });
    await sendForm(app, app.owner, {
      method: 'PUT',
      url: `/api/templates/${bad}`,
      parts: [{ name: 'json', value: repaired }],
    });
    const before = await actions();
    const url = `/workflows/${workflowId}/runs/${failed.runId}/retry`;
    const [one, two] = await Promise.all([
      app.post<{ runId: string }>(url),
      app.post<{ runId: string }>(url),
    ]);
    expect(one.body.runId).toBe(two.body.runId);
    const retried = await endedRun(app, workflowId, one.body.runId);
    expect(retried).toMatchObject({ status: 'COMPLETED', kind: 'RETRY', sourceRunId: failed.runId });
    expect(retried.nodes.find(({ id }) => id === 'good')).toMatchObject({ status: 'COMPLETED', attempts: 0 });
    expect(retried.nodes.find(({ id }) => id === 'good')?.output).toEqual(
      failed.nodes.find(({ id }) => id === 'good')?.output,
    );
    expect(retried.documents.map(({ nodeId, runId }) => [nodeId, runId])).toEqual([
      ['good', failed.runId],
      ['bad', retried.runId],
    ]);
    expect(retried.documents[0]?.documentId).toBe(failed.documents[0]?.documentId);
    expect(await actions()).toBe(before + 1);
    expect((await app.get(`/workflows/${workflowId}/runs/${failed.runId}`)).body).toEqual(failed);
  });

  test('a retry that fails can be retried, and still keeps the first document', async () => {
    const { workflowId } = await failingWorkflow();
    const failed = await endedRun(app, workflowId, await sendEvent(app, workflowId, { name: 'Lee' }));
    const retry = async (runId: string) => {
      const { body } = await app.post<{ runId: string }>(`/workflows/${workflowId}/runs/${runId}/retry`);
      return endedRun(app, workflowId, body.runId);
    };
    const before = await actions();
    const second = await retry((await retry(failed.runId)).runId);
    expect(second).toMatchObject({ status: 'FAILED', documents: failed.documents });
    expect(await actions()).toBe(before);
  });

  test('in a loop the items that succeeded are neither stamped, counted nor mailed again', async () => {
    const required = { name: { ValueType: 'Dynamic', ColumnHeader: 'name', Required: true } };
    const json = JSON.stringify({ TemplateTitle: 'x', FieldMappings: required });
    const { publicId: templateId } = await createTemplate(app, app.owner, { columns: 'name', json });
    const mail = { to: 'a@example.com', subject: '${item.name}', body: 'x', attach: [] };
    const graph = graphOf(
      {
        start,
        each: { type: 'forEachNode', data: { items: 'event.people' } },
        fill: fill(templateId, 'item.name'),
        mail: { type: 'emailNode', data: mail },
      },
      ['start>each', 'each>fill', 'fill>mail'],
    );
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
    const mails = async () => {
      const em = app.services.orm.em.fork();
      const rows = await em.execute<{ id: string }[]>(
        `select message_id as id from outgoing_mail where kind = 'workflow'`,
      );
      return rows.map(({ id }) => id).toSorted();
    };
    const people = [{ name: 'Ada' }, {}, { name: 'Lee' }];
    const failed = await endedRun(app, publicId, await sendEvent(app, publicId, { people }));
    expect([failed.status, failed.documents.length]).toEqual(['FAILED', 2]);
    const before = { mails: await mails(), actions: await actions() };
    expect(before.mails).toHaveLength(2);
    await sendForm(app, app.owner, {
      method: 'PUT',
      url: `/api/templates/${templateId}`,
      parts: [
        { name: 'json', value: JSON.stringify({ TemplateTitle: 'x', FieldMappings: { name: 'name' } }) },
      ],
    });
    const { body } = await app.post<{ runId: string }>(`/workflows/${publicId}/runs/${failed.runId}/retry`);
    const retried = await endedRun(app, publicId, body.runId);
    expect([retried.status, retried.documents.length]).toEqual(['COMPLETED', 3]);
    expect(await actions()).toBe(before.actions + 1);
    const after = await mails();
    expect(after).toEqual(expect.arrayContaining(before.mails));
    expect(after).toHaveLength(3);
  });

  test('a run that has not failed is not retried', async () => {
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE' });
    const { runId } = await endedRun(app, publicId, await sendEvent(app, publicId, {}));
    const response = await app.post<{ code: string }>(`/workflows/${publicId}/runs/${runId}/retry`);
    expect([response.status, response.body.code]).toEqual([400, 'RUN_NOT_FAILED']);
  });
});

describe('cancel', () => {
  const waiting = (templateId: string) =>
    graphOf({ start, fill: fill(templateId), wait: { type: 'delayNode', data: { seconds: 86_400 } } }, [
      'start>fill',
      'start>wait',
    ]);

  test('a run ends as CANCELLED within seconds and keeps its documents; again changes nothing', async () => {
    const { publicId: templateId } = await createTemplate(app, app.owner, { columns: 'name' });
    const { publicId } = await createWorkflow(app, app.owner, {
      status: 'ACTIVE',
      graph: waiting(templateId),
    });
    const runId = await sendEvent(app, publicId, { name: 'Lee' });
    const url = `/workflows/${publicId}/runs/${runId}`;
    await until(async () => (await app.get<{ documents: object[] }>(url)).body.documents.length === 1);
    const response = await app.post(`${url}/cancel`);
    expect(response).toEqual({ status: 200, body: { runId, status: 'CANCELLED' } });
    const run = await endedRun(app, publicId, runId);
    expect(run).toMatchObject({ status: 'CANCELLED', documents: [{ nodeId: 'fill' }] });
    expect(await app.post(`${url}/cancel`)).toEqual(response);
  });

  test('a run that has ended is not cancelled', async () => {
    const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE' });
    const runId = await sendEvent(app, publicId, {});
    await endedRun(app, publicId, runId);
    const ended = await app.post<{ code: string }>(`/workflows/${publicId}/runs/${runId}/cancel`);
    expect([ended.status, ended.body.code]).toEqual([400, 'RUN_ENDED']);
  });
});

describe('bulk replay', () => {
  test('the oldest events of a range run again, a few at a time; those left are counted; repeating repeats nothing', async () => {
    const { publicId } = await createWorkflow(app, app.owner);
    for (let n = 0; n < 12; n++) {
      await app.app.inject({ method: 'POST', url: `/api/workflows/${publicId}/webhook`, payload: { n } });
    }
    const url = `/workflows/${publicId}/replay`;
    const first = await app.post<{ runs: number; left: number; runIds: string[] }>(url, {
      status: 'STORED',
      limit: 10,
    });
    expect(first.body).toMatchObject({ runs: 10, left: 2 });
    expect((await app.post<{ runs: number }>(url, { status: 'STORED' })).body.runs).toBe(2);
    expect((await app.post<{ runs: number }>(url, { status: 'STORED' })).body.runs).toBe(0);
    for (const runId of first.body.runIds) {
      expect(await endedRun(app, publicId, runId)).toMatchObject({ status: 'COMPLETED', kind: 'REPLAY' });
    }
    const none = await app.post<{ runs: number }>(url, { from: '2020-01-01', to: '2020-01-02' });
    expect(none.body.runs).toBe(0);
    expect((await app.post(url, { limit: 1001 })).status).toBe(400);
    expect((await app.post(url, { from: '2026-02-30' })).status).toBe(400);
  });
});
