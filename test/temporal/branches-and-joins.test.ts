import { openOperator } from '../support/runs/operator.ts';
import { endedRun, type ShownRun, sendEvent, startRunApp } from '../support/runs/run-app.ts';
import { graphOf } from '../support/runs/seed.ts';
import { createTemplate } from '../support/templates.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** Graphs people draw and things they do while runs are under way. */
const app = await startRunApp('odd-flows');

const start = { type: 'webhookTrigger' };
const compose = (mapping: object) => ({ type: 'composeNode', data: { mapping } });
const asks = (path: string) => ({ type: 'ifElseNode', data: { condition: { path, operator: 'exists' } } });
const loop = (items: string) => ({ type: 'forEachNode', data: { items } });
const wait = (seconds: number) => ({ type: 'delayNode', data: { seconds } });

/** A graph whose edges may carry a branch: `source:branch>target`. */
function graph(nodes: Parameters<typeof graphOf>[0], links: string[]) {
  const plain = graphOf(
    { start, ...nodes },
    links.map((link) => link.replace(/:[^>]*>/, '>')),
  );
  const edges = plain.edges.map((edge, at) => ({
    ...edge,
    sourceHandle: /:([^>]*)>/.exec(links[at] ?? '')?.[1] ?? null,
  }));
  return { ...plain, edges };
}

async function active(drawn: object) {
  return (await createWorkflow(app, app.owner, { status: 'ACTIVE', graph: drawn })).publicId;
}

async function run(drawn: object, payload: object): Promise<ShownRun> {
  const publicId = await active(drawn);
  return endedRun(app, publicId, await sendEvent(app, publicId, payload));
}

const outputs = ({ nodes }: ShownRun) => Object.fromEntries(nodes.map(({ id, output }) => [id, output]));
const statuses = ({ nodes }: ShownRun) => Object.fromEntries(nodes.map(({ id, status }) => [id, status]));
const errors = ({ nodes }: ShownRun) =>
  Object.fromEntries(nodes.map((node) => [node.id, (node as unknown as { error: string | null }).error]));
const put = (publicId: string, payload: object) =>
  app.app.inject({ method: 'PUT', url: `/api/workflows/${publicId}`, headers: app.owner.headers, payload });

describe('branches and joins', () => {
  test('two edges to one node are one way in, also from both branches of a question', async () => {
    const seen = await run(
      graph({ a: compose({ n: '1' }), i: asks('event.on'), b: compose({ m: '${event.n}' }) }, [
        ...['start>a', 'start>a', 'a>i', 'i:true>b', 'i:false>b', 'i:true>b'],
      ]),
      {},
    );
    expect(seen).toMatchObject({ status: 'COMPLETED' });
    expect([outputs(seen).b, seen.nodes.length]).toEqual([{ m: '1' }, 4]);
  });

  test('ways that part at a question meet again, whichever was taken, with the data of that one', async () => {
    const drawn = graph(
      {
        i: asks('event.on'),
        yes: compose({ way: 'yes' }),
        no: compose({ way: 'no' }),
        more: compose({ more: 'x' }),
        end: compose({ is: '${event.way}${event.more}' }),
      },
      ['start>i', 'i:true>yes', 'i:false>no', 'no>more', 'yes>end', 'more>end'],
    );
    expect(outputs(await run(drawn, { on: null })).end).toEqual({ is: 'yes' });
    expect(outputs(await run(drawn, {})).end).toEqual({ is: 'nox' });
  });

  test('a switch that nothing matches and that has no default way ends the run well, the rest is skipped', async () => {
    const cases = [1, 'true', '', 'Ä'];
    const drawn = graph(
      {
        s: { type: 'switchNode', data: { value: 'event.v', cases } },
        one: compose({ a: '1' }),
        yes: compose({ a: 'y' }),
        blank: compose({ a: 'b' }),
      },
      ['start>s', 's:1>one', 's:true>yes', 's:>blank'],
    );
    const none = await run(drawn, { v: 'ä' });
    expect([none.status, outputs(none).s]).toEqual(['COMPLETED', 'default']);
    expect(statuses(none)).toMatchObject({ one: 'SKIPPED', yes: 'SKIPPED', blank: 'SKIPPED' });
    expect(outputs(await run(drawn, { v: '1' })).one).toEqual({ a: '1' });
    expect(outputs(await run(drawn, { v: true })).yes).toEqual({ a: 'y' });
    expect(outputs(await run(drawn, { v: '' })).blank).toEqual({ a: 'b' });
    expect(outputs(await run(drawn, {})).s).toBe('default');
  });

  test('of two data nodes that meet, the later edge wins, whatever the order of the nodes', async () => {
    const nodes = { b: compose({ v: 'b' }), a: compose({ v: 'a' }), end: compose({ v: '${event.v}' }) };
    const first = graph(nodes, ['start>a', 'start>b', 'a>end', 'b>end']);
    const second = graph(nodes, ['start>a', 'start>b', 'b>end', 'a>end']);
    expect(outputs(await run(first, {})).end).toEqual({ v: 'b' });
    expect(outputs(await run(second, {})).end).toEqual({ v: 'a' });
  });
});

describe('lists and loops', () => {
  test('a filter that keeps nothing gives an empty list, and a loop over it runs nothing', async () => {
    const drawn = graph(
      {
        f: {
          type: 'filterNode',
          data: { from: 'event.list', condition: { path: 'item.x', operator: 'exists' } },
        },
        each: loop('event.f'),
        c: compose({ a: '${item}' }),
      },
      ['start>f', 'f>each', 'each>c'],
    );
    const seen = await run(drawn, { list: [{}, null, 'x', [], 0] });
    expect([seen.status, outputs(seen).f, statuses(seen).c]).toEqual(['COMPLETED', [], 'SKIPPED']);
  });

  test.each([
    ['an object', { a: 1 }, /event\.list is not a list/],
    ['null', null, /event\.list is not a list/],
    ['text', 'abc', /event\.list is not a list/],
    ['nothing', undefined, /event\.list is missing/],
  ])('a loop over %s fails by name and runs nothing below', async (_what, list, message) => {
    const drawn = graph({ each: loop('event.list'), c: compose({ a: '${index}' }) }, [
      'start>each',
      'each>c',
    ]);
    const seen = await run(drawn, { list });
    expect(seen.status).toBe('FAILED');
    expect(errors(seen).each).toMatch(message);
    expect(statuses(seen).c).toBe('SKIPPED');
  });

  test('a loop over lists, nulls and numbers has each of them as item', async () => {
    const drawn = graph(
      {
        each: loop('event.list'),
        deep: asks('item.0.x'),
        c: compose({ whole: '${item}', first: '${item.0}', n: '${index}' }),
      },
      ['start>each', 'each>deep', 'deep:true>c'],
    );
    const seen = await run(drawn, { list: [[{ x: 1 }], null, 7, [], [[1]]] });
    expect(seen).toMatchObject({ status: 'COMPLETED', error: null });
    expect(seen.nodes.find(({ id }) => id === 'c')).toMatchObject({
      items: { total: 5, completed: 1, skipped: 4, failed: 0 },
    });
  });

  test('a loop whose element is a loop’s list is rejected when it is saved ACTIVE, and says what to do', async () => {
    const drawn = graph({ one: loop('event.list'), two: loop('item') }, ['start>one', 'one>two']);
    const { publicId } = await createWorkflow(app, app.owner, { graph: drawn });
    const response = await put(publicId, { status: 'ACTIVE' });
    expect([response.statusCode, response.json().code]).toEqual([400, 'GRAPH_INVALID']);
    expect(response.json().errors[0].message).toMatch(/"two" is below the forEachNode "one"; flatten/);
  });

  test('a wait of no time and one of less than nothing do not wait', async () => {
    const drawn = graph(
      { zero: wait(0), past: { type: 'delayNode', data: { until: '1970-01-01' } }, end: compose({ a: 'b' }) },
      ['start>zero', 'zero>past', 'past>end'],
    );
    expect(await run(drawn, {})).toMatchObject({ status: 'COMPLETED' });
  });

  test.each([
    ['no address', '', /"to" is empty/],
    ['commas alone', ' , ,', /"to" is empty/],
    ['a list', ['a@example.com'], /is a list/],
    ['a number', 7, /not an address/],
    ['nothing', undefined, /"to" is empty/],
  ])('a mail to %s fails with the reason and queues nothing', async (_what, to, message) => {
    const mail = { type: 'emailNode', data: { to: '${event.to}', subject: 's', body: 'b' } };
    const seen = await run(graph({ mail }, ['start>mail']), { to });
    expect(errors(seen).mail).toMatch(message);
    const queued = await app.services.orm.em
      .fork()
      .execute(`select 1 from outgoing_mail where kind = 'workflow'`);
    expect(queued).toEqual([]);
  });
});

describe('changes while runs are under way', () => {
  /** A run that waits before its last node, and what lets it go on. */
  async function waitingRun(drawn: object, payload: object = {}) {
    const publicId = await active(drawn);
    const runId = await sendEvent(app, publicId, payload);
    const shown = async () => (await app.get<ShownRun>(`/workflows/${publicId}/runs/${runId}`)).body;
    await until(async () => statuses(await shown()).wait === 'RUNNING');
    return { publicId, runId, shown };
  }

  test('a node that is renamed meanwhile keeps its old name in the run, and its data is found there', async () => {
    const drawn = (id: string) =>
      graph({ [id]: compose({ v: '1' }), wait: wait(2), end: compose({ v: `\${nodes.${id}.v}` }) }, [
        ...[`start>${id}`, `${id}>wait`, 'wait>end'],
      ]);
    const { publicId, runId } = await waitingRun(drawn('old'));
    expect((await put(publicId, { stepsJson: drawn('new') })).statusCode).toBe(200);
    const seen = await endedRun(app, publicId, runId);
    expect(seen).toMatchObject({ status: 'COMPLETED', graphVersion: 1 });
    expect(outputs(seen)).toMatchObject({ old: { v: '1' }, end: { v: '1' } });
    const next = await endedRun(app, publicId, await sendEvent(app, publicId, {}));
    expect(next).toMatchObject({ status: 'COMPLETED', graphVersion: 2 });
    expect(outputs(next)).toMatchObject({ new: { v: '1' }, end: { v: '1' } });
  });

  test('a workflow that is disabled finishes its accepted events', async () => {
    const { publicId, runId } = await waitingRun(
      graph({ wait: wait(1), end: compose({ a: 'b' }) }, ['start>wait', 'wait>end']),
    );
    expect((await put(publicId, { status: 'DISABLED' })).statusCode).toBe(200);
    expect(await endedRun(app, publicId, runId)).toMatchObject({ status: 'COMPLETED' });
  });

  test('a template deleted during a run fails its node by name, and the workflow needs attention', async () => {
    const { publicId: templateId } = await createTemplate(app, app.owner, { columns: 'name' });
    const fill = { type: 'templateNode', data: { templateId, fieldMappings: { name: 'event.name' } } };
    const { publicId, runId } = await waitingRun(
      graph({ wait: wait(2), fill }, ['start>wait', 'wait>fill']),
      { name: 'Ada' },
    );
    const deleted = await app.app.inject({
      method: 'DELETE',
      url: `/api/templates/${templateId}`,
      headers: app.owner.headers,
    });
    expect(deleted.statusCode).toBe(200);
    const seen = await endedRun(app, publicId, runId);
    expect(seen).toMatchObject({ status: 'FAILED', documents: [] });
    expect(seen.nodes.find(({ id }) => id === 'fill')).toMatchObject({ status: 'FAILED', attempts: 1 });
    expect(errors(seen).fill).toContain(templateId);
    const { body } = await app.get<{ status: string; errorMessage: string }>(`/workflows/${publicId}`);
    expect(body).toMatchObject({ status: 'ERROR', errorMessage: expect.stringContaining('"fill"') });
    const accepted = await app.app.inject({
      method: 'POST',
      url: `/api/workflows/${publicId}/webhook`,
      payload: { name: 'Lee' },
    });
    expect(accepted.statusCode).toBe(202);
  });

  test('a workflow deleted during a run takes the run along, in Temporal too', async () => {
    const { publicId: templateId } = await createTemplate(app, app.owner, { columns: 'name' });
    const fill = { type: 'templateNode', data: { templateId, fieldMappings: { name: 'event.name' } } };
    const { publicId, runId } = await waitingRun(
      graph({ wait: wait(1), fill, c: compose({ a: '${event.name}' }) }, ['start>wait', 'wait>c', 'c>fill']),
      { name: 'Ada' },
    );
    const deleted = await app.app.inject({
      method: 'DELETE',
      url: `/api/workflows/${publicId}`,
      headers: app.owner.headers,
    });
    expect(deleted.statusCode).toBe(200);
    const engineId = runId.replace('run_', 'evt_');
    await until(async () => (await app.services.temporal.findStatus(engineId)) !== 'RUNNING');
    for (const table of ['run', 'document', 'usage_entry']) {
      const rows = await app.services.orm.em
        .fork()
        .execute(
          table === 'run' ? 'select 1 from run where public_id = ?' : `select 1 from ${table} where ? <> ''`,
          [runId],
        );
      expect([table, rows]).toEqual([table, []]);
    }
  });

  test('a workflow deleted while runs wait for months ends them in Temporal, loops included', async () => {
    const each = { type: 'forEachNode', data: { items: 'event.list' } };
    const days = wait(300 * 86_400);
    const { publicId, runId } = await waitingRun(
      graph({ each, wait: days, later: days }, ['start>each', 'each>wait', 'start>later']),
      { list: [1, 2] },
    );
    const deleted = await app.app.inject({
      method: 'DELETE',
      url: `/api/workflows/${publicId}`,
      headers: app.owner.headers,
    });
    expect(deleted.statusCode).toBe(200);
    const engineId = runId.replace('run_', 'evt_');
    await until(async () => (await app.services.temporal.findStatus(engineId)) === 'CANCELLED');
  });
});

test('a key that was used begins no second run, also when Temporal has forgotten the first', async () => {
  const publicId = await active(graph({ c: compose({ a: '1' }) }, ['start>c']));
  const post = (payload: object) =>
    app.app.inject({
      method: 'POST',
      url: `/api/workflows/${publicId}/webhook`,
      payload,
      headers: { 'idempotency-key': 'order-1' },
    });
  const shown = async () =>
    (await app.get<{ content: ShownRun[] }>(`/workflows/${publicId}/runs`)).body.content;
  await post({ n: 1 });
  const [{ runId = '', eventId = '' } = {}] = await shown();
  const ended = await endedRun(app, publicId, runId);
  await until(async () => (await app.services.temporal.findStatus(eventId)) !== 'RUNNING');
  const operator = await openOperator();
  const workflowExecution = { workflowId: eventId };
  await operator.client.workflowService.deleteWorkflowExecution({ namespace: 'default', workflowExecution });
  // Temporal's own queues delete a run some time after the request.
  await until(async () => (await app.services.temporal.findStatus(eventId)) === null);
  expect((await post({ n: 2 })).statusCode).toBe(202);
  expect((await shown()).map((each) => [each.runId, each.status])).toEqual([[runId, ended.status]]);
  expect(await app.services.temporal.findStatus(eventId)).toBeNull();
});

test('events that overtake each other and a repeated delivery each keep to themselves', async () => {
  const publicId = await active(graph({ c: compose({ seq: '${event.seq}' }) }, ['start>c']));
  const post = (seq: number) =>
    app.app.inject({
      method: 'POST',
      url: `/api/workflows/${publicId}/webhook`,
      payload: { seq },
      headers: { 'idempotency-key': `k${seq}` },
    });
  const order = [5, 3, 1, 2, 4, 1, 5, 3];
  const responses = await Promise.all(order.map(post));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(order.map(() => 202));
  const { body } = await app.get<{ content: { runId: string }[] }>(`/workflows/${publicId}/runs`);
  expect(body.content).toHaveLength(5);
  const ended = await Promise.all(body.content.map(({ runId }) => endedRun(app, publicId, runId)));
  expect(ended.map((each) => outputs(each).c).toSorted()).toHaveLength(5);
  expect(new Set(ended.map((each) => JSON.stringify(outputs(each).c))).size).toBe(5);
});
