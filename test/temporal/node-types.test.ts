import { startHarness } from '../support/runs/harness.ts';
import {
  finishedRun,
  graphOf,
  seedAccount,
  seedEvent,
  seedTemplate,
  seedWorkflow,
} from '../support/runs/seed.ts';

const harness = await startHarness({ name: 'node-types' });
const owner = await seedAccount(harness);

const start = { type: 'webhookTrigger' };
const compose = (mapping: object) => ({ type: 'composeNode', data: { mapping } });

async function run(graph: unknown, payload: unknown) {
  const workflowId = await seedWorkflow(harness, { ownerId: owner.id, graph });
  const eventId = await seedEvent(harness, { workflowId, payload });
  harness.dispatch(eventId);
  return { eventId, workflowId, ...(await finishedRun(harness, eventId)) };
}

/** A graph whose edges may carry a handle: `source:handle>target`. */
function branched(nodes: Record<string, { type: string; data?: unknown }>, links: string[]) {
  const handles = links.map((link) => /:(\w+)>/.exec(link)?.[1] ?? null);
  const graph = graphOf(
    nodes,
    links.map((link) => link.replace(/:\w+>/, '>')),
  ) as { edges: object[] };
  const edges = graph.edges.map((edge, index) => ({ ...edge, sourceHandle: handles[index] ?? null }));
  return { ...graph, edges };
}

const statuses = (seen: { nodes: Record<string, { status: string }> }) =>
  Object.fromEntries(Object.entries(seen.nodes).map(([id, { status }]) => [id, status]));

test('ifElse and switch take one way, the others are skipped, and where ways meet again the run goes on', async () => {
  const graph = branched(
    {
      start,
      rich: {
        type: 'ifElseNode',
        data: { condition: { path: 'event.total', operator: 'greaterThan', value: 100 } },
      },
      yes: compose({ way: 'yes' }),
      no: compose({ way: 'no' }),
      land: { type: 'switchNode', data: { value: 'event.land', cases: ['DE', 'FR'] } },
      german: compose({ word: 'Rechnung' }),
      french: compose({ word: 'facture' }),
      other: compose({ word: 'invoice' }),
      end: compose({ text: '${event.way} ${event.word}' }),
    },
    [
      ...['start>rich', 'rich:true>yes', 'rich:false>no', 'start>land', 'land:DE>german', 'land:FR>french'],
      ...['land:default>other', 'yes>end', 'no>end', 'german>end', 'french>end', 'other>end'],
    ],
  );
  const first = await run(graph, { total: '250.00', land: 'FR' });
  expect(first).toMatchObject({ status: 'COMPLETED', error: null });
  expect(statuses(first)).toMatchObject({ no: 'SKIPPED', german: 'SKIPPED', other: 'SKIPPED' });
  expect(first.nodes.end?.output).toEqual({ text: 'yes facture' });
  const second = await run(graph, { total: 7, land: 'IT' });
  expect(second.nodes.end?.output).toEqual({ text: 'no invoice' });
  expect(second.nodes.yes?.error).toBe('Not run: no edge into it was taken.');
});

test('filter keeps the elements that fit, as a list under its id', async () => {
  const graph = graphOf(
    {
      start,
      big: {
        type: 'filterNode',
        data: { from: 'event.lines', condition: { path: 'item.qty', operator: 'greaterOrEqual', value: 2 } },
      },
      end: compose({ first: '${event.big.0.sku}', same: '${nodes.big.1.sku}' }),
    },
    ['start>big', 'big>end'],
  );
  const lines = [
    { sku: 'A', qty: 2 },
    { sku: 'B', qty: '1.5' },
    { sku: 'C', qty: '10' },
  ];
  expect((await run(graph, { lines })).nodes.end?.output).toEqual({ first: 'A', same: 'C' });
});

describe('forEach', () => {
  const loop = (extra: Record<string, { type: string; data?: unknown }> = {}, links: string[] = []) =>
    graphOf({ start, each: { type: 'forEachNode', data: { items: 'event.people' } }, ...extra }, [
      'start>each',
      ...links,
    ]);

  test('everything below runs once for each element; documents know which; one that fails leaves the others', async () => {
    const templateId = await seedTemplate(harness, { ownerId: owner.id, fields: ['Name'] });
    const graph = loop(
      {
        shared: compose({ greeting: 'Dear' }),
        line: compose({ line: '${event.greeting} ${item.name} (${index} of ${event.people.0.name})' }),
        fill: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.line' } } },
      },
      ['each>line', 'start>shared', 'shared>line', 'line>fill'],
    );
    const seen = await run(graph, { people: [{ name: 'Ada' }, { name: { first: 'Bad' } }, { name: 'Zoé' }] });
    expect(seen).toMatchObject({ status: 'FAILED', actions: 2, workflowStatus: 'ACTIVE' });
    expect(seen.error).toMatch(/^Node "line" failed: 1 of 3 items failed\. Item 1: item\.name is an object/);
    expect(statuses(seen)).toMatchObject({ each: 'COMPLETED', line: 'FAILED', fill: 'COMPLETED' });
    const documents = await harness.sql<{ index: number }>(
      {
        name: 'loop_documents',
        text: 'select item_index as index from document d join run r on r.id = d.run_id join webhook_event e on e.id = r.event_id where e.public_id = $1 order by 1',
      },
      [seen.eventId],
    );
    expect(documents.map(({ index }) => index)).toEqual([0, 2]);
    const failed = await harness.sql(
      {
        name: 'loop_failed',
        text: "select n.node_id, n.item_index, n.status from run_node n join run r on r.id = n.run_id join webhook_event e on e.id = r.event_id where e.public_id = $1 and n.item_index >= 0 and n.status = 'FAILED'",
      },
      [seen.eventId],
    );
    expect(failed).toEqual([{ node_id: 'line', item_index: 1, status: 'FAILED' }]);
  });

  test('a document for each of 200 elements, each made and counted once', async () => {
    const templateId = await seedTemplate(harness, { ownerId: owner.id, fields: ['Name'] });
    const fill = { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'item.name' } } };
    const people = Array.from({ length: 200 }, (_, at) => ({ name: `Name ${at}` }));
    const seen = await run(loop({ fill }, ['each>fill']), { people });
    expect(seen).toMatchObject({ status: 'COMPLETED', error: null, actions: 200 });
    expect(seen.documents).toHaveLength(200);
  });

  test('an empty list runs nothing below, and the run is complete', async () => {
    const seen = await run(loop({ end: compose({ a: '${item}' }) }, ['each>end']), { people: [] });
    expect(seen).toMatchObject({ status: 'COMPLETED' });
    expect(seen.nodes.end).toMatchObject({ status: 'SKIPPED', error: 'Not run: the list is empty.' });
  });

  test('a value that is no list fails the node by name', async () => {
    const seen = await run(loop({ end: compose({ a: '${item}' }) }, ['each>end']), { people: 'Ada' });
    expect(seen.nodes.each?.error).toBe('event.people is not a list. "items" must lead to a list.');
    expect(seen.nodes.end?.status).toBe('SKIPPED');
  });

  test('1,000 elements that are too long to travel, and branches within, finish with a short history', async () => {
    const graph = branched(
      {
        start,
        each: { type: 'forEachNode', data: { items: 'event.items' } },
        odd: {
          type: 'ifElseNode',
          data: { condition: { path: 'item.odd', operator: 'equals', value: true } },
        },
        a: compose({ which: 'a${index}', text: '${item.text}' }),
        b: compose({ which: 'b${index}' }),
        end: compose({ all: '${event.which}' }),
      },
      ['start>each', 'each>odd', 'odd:true>a', 'odd:false>b', 'a>end', 'b>end'],
    );
    const items = Array.from({ length: 1_000 }, (_, at) => ({ odd: at % 2 === 1, text: 'x'.repeat(900) }));
    const seen = await run(graph, { items });
    expect(seen).toMatchObject({ status: 'COMPLETED', error: null });
    const counts = await harness.sql<{ id: string; items: string }>(
      {
        name: 'loop_counts',
        text: 'select n.node_id as id, n.items from run_node n join run r on r.id = n.run_id join webhook_event e on e.id = r.event_id where e.public_id = $1 and n.items is not null',
      },
      [seen.eventId],
    );
    expect(Object.fromEntries(counts.map(({ id, items: each }) => [id, JSON.parse(each)]))).toEqual({
      odd: { total: 1_000, completed: 1_000, failed: 0, skipped: 0 },
      a: { total: 1_000, completed: 500, failed: 0, skipped: 500 },
      b: { total: 1_000, completed: 500, failed: 0, skipped: 500 },
      end: { total: 1_000, completed: 1_000, failed: 0, skipped: 0 },
    });
  });
});

test('delay waits on a timer, until a moment in the past not at all, and a far one is rejected', async () => {
  const delay = (data: object) =>
    graphOf({ start, wait: { type: 'delayNode', data }, end: compose({ done: 'yes' }) }, [
      'start>wait',
      'wait>end',
    ]);
  expect((await run(delay({ seconds: 0.05 }), {})).nodes.end?.output).toEqual({ done: 'yes' });
  const past = await run(delay({ until: 'event.when' }), { when: '2020-02-29T10:00:00' });
  expect(past.nodes.wait?.output).toEqual({ until: '2020-02-29T10:00:00.000Z' });
  const far = await run(delay({ until: 'event.when' }), { when: '2099-01-01' });
  expect(far.nodes.wait?.error).toMatch(/more than 366 days away/);
  const none = await run(delay({ until: 'event.when' }), { when: '2023-02-29' });
  expect(none.nodes.wait?.error).toMatch(/event.when is no timestamp\. It must lead to/);
});

test("organizationInfo gives the owner's organization, and says what to do without one", async () => {
  const graph = graphOf(
    {
      start,
      org: { type: 'organizationInfoNode' },
      end: compose({ a: '${nodes.org.name}', b: '${event.name}' }),
    },
    ['start>org', 'org>end'],
  );
  const alone = await run(graph, {});
  expect(alone.nodes.org?.error).toMatch(/is not a member of an organization/);
  await harness.sql(
    {
      name: 'seed_organization',
      text: `with o as (insert into organization (public_id, name) values ('org_00000000000000000000000001', 'Acme') returning id)
             insert into membership (user_id, organization_id, role) select $1::bigint, id, 'MEMBER' from o`,
    },
    [owner.id],
  );
  expect((await run(graph, {})).nodes.end?.output).toEqual({ a: 'Acme', b: 'Acme' });
});

describe('email', () => {
  const pendingMails = (eventId: string) =>
    harness.sql<{ recipient: string; messageId: string; params: string }>(
      {
        name: 'seed_mails',
        text: `select recipient, message_id::text as "messageId", params from outgoing_mail
               where kind = 'workflow' and exists (select 1 from run_node n join run r on r.id = n.run_id
                 join webhook_event e on e.id = r.event_id
                 where e.public_id = $1 and n.output like '%' || outgoing_mail.message_id || '%') order by id`,
      },
      [eventId],
    );

  test('the mail is enqueued with its texts filled in and the documents made above', async () => {
    const templateId = await seedTemplate(harness, { ownerId: owner.id, fields: ['Name'] });
    const graph = graphOf(
      {
        start,
        fill: { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } },
        mail: {
          type: 'emailNode',
          data: {
            to: '${event.to}, b@example.com',
            subject: 'For ${event.name}',
            body: 'Dear ${event.name}',
            attach: ['fill'],
          },
        },
      },
      ['start>fill', 'fill>mail'],
    );
    const seen = await run(graph, { to: 'a@example.com', name: 'Ada' });
    expect(seen).toMatchObject({ status: 'COMPLETED', error: null });
    const mails = await pendingMails(seen.eventId);
    expect(mails.map(({ recipient }) => recipient)).toEqual(['a@example.com', 'b@example.com']);
    expect(JSON.parse(mails[0]?.params ?? '')).toEqual({
      subject: 'For Ada',
      body: 'Dear Ada',
      documentIds: [seen.documents[0]?.publicId],
    });
  });

  test('a value that is no address fails the node, and nothing is enqueued', async () => {
    const graph = graphOf(
      { start, mail: { type: 'emailNode', data: { to: '${event.to}', subject: 's', body: 'b' } } },
      ['start>mail'],
    );
    const seen = await run(graph, { to: 'a@example.com\r\nBcc: c@example.com' });
    expect(seen.nodes.mail?.error).toMatch(/not an address/);
  });
});

test('graph of 200 nodes with branches finishes', async () => {
  const ids = Array.from({ length: 198 }, (_, index) => `n${index}`);
  const nodes = Object.fromEntries(
    ids.map((id, index) => [
      id,
      index % 3 === 2
        ? { type: 'ifElseNode', data: { condition: { path: 'event.on', operator: 'exists' } } }
        : compose({ [id]: '${event.on}' }),
    ]),
  );
  const links = ids.map(
    (id, index) => `${index === 0 ? 'start' : `${ids[index - 1]}${index % 3 === 0 ? ':true' : ''}`}>${id}`,
  );
  const seen = await run(branched({ start, ...nodes }, links), { on: 'x' });
  expect(seen).toMatchObject({ status: 'COMPLETED', error: null });
});
