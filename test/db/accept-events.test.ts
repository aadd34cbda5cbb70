import { createOrderedPublicId } from '../../src/infra/public-id.ts';
import { createSql } from '../../src/infra/sql.ts';
import { acceptEvents, type NewEvent } from '../../src/modules/webhooks/accept-events.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const site = await startTestApp({ name: 'accept-events' });
const owner = await signIn(site);
const sql = createSql(site.services.orm);

type Version = Pick<NewEvent, 'workflowPublicId' | 'graphVersion' | 'graphVersionId'>;

/** A new workflow as a request would have judged it. */
async function versionOf(status: string): Promise<Version> {
  const { publicId } = await createWorkflow(site, owner, { status });
  const [row] = await sql<{ number: number; id: string }>(
    {
      name: 'version_of',
      text: `select w.graph_version as number, g.id::text as id
             from workflow w join graph_version g on g.workflow_id = w.id and g.number = w.graph_version
             where w.public_id = $1`,
    },
    [publicId],
  );
  if (row === undefined) throw new Error('no workflow');
  return { workflowPublicId: publicId, graphVersion: row.number, graphVersionId: row.id };
}

const event = (version: Version, given: Partial<NewEvent> = {}): NewEvent => ({
  ...version,
  eventPublicId: createOrderedPublicId('evt'),
  payload: Buffer.from('{}'),
  idempotencyKey: null,
  traceparent: null,
  ...given,
});

interface Row {
  id: string;
  payload: string;
  key: string | null;
  traceparent: string | null;
  workflow: string;
  version: string;
  dispatch: string | null;
  isLeased: boolean | null;
  run: string | null;
}

/** The stored events, with their runs, in the order of their numbers. */
const rowsOf = (events: readonly NewEvent[]) =>
  sql<Row>(
    {
      name: 'rows_of',
      text: `select e.public_id as id, e.payload, e.idempotency_key as key, e.traceparent, w.public_id as workflow,
                    e.graph_version_id::text as version, r.dispatch, r.leased_until > now() as "isLeased",
                    r.public_id as run
             from webhook_event e join workflow w on w.id = e.workflow_id left join run r on r.event_id = e.id
             where e.public_id = any($1::text[]) order by e.id`,
    },
    [events.map(({ eventPublicId }) => eventPublicId)],
  );

const runOf = ({ eventPublicId }: NewEvent) => eventPublicId.replace('evt', 'run');
const withRun = (of: NewEvent) => ({ kind: 'stored', runId: runOf(of) });
const withoutRun = { kind: 'stored', runId: null };

test('events of many workflows in one batch: each is accepted or not by itself and stored with its own values', async () => {
  const [active, draft, failing, disabled] = await Promise.all(
    ['ACTIVE', 'DRAFT', 'ERROR', 'DISABLED'].map(versionOf),
  );
  if (!active || !draft || !failing || !disabled) throw new Error('no workflows');
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const keys = ['{"a,b"}', 'NULL', ' \\ "ż🦓'];
  const events = [
    event(draft, { payload: Buffer.from('{"n":"ż, {\\"1\\"}"}') }),
    event(active, { idempotencyKey: keys[0] ?? null, traceparent }),
    event({ ...active, graphVersion: active.graphVersion + 1, graphVersionId: '1000001' }),
    event(disabled, { idempotencyKey: 'a' }),
    event(active, { idempotencyKey: keys[0] ?? null }),
    event(draft, { idempotencyKey: keys[0] ?? null }),
    event(failing, { idempotencyKey: keys[1] ?? null }),
    event(active, { idempotencyKey: keys[2] ?? null }),
    event({ ...draft, workflowPublicId: 'wrk_00000000000000000000000000', graphVersionId: '1000002' }),
  ];
  const acceptances = await acceptEvents(sql, events);
  const stale = { kind: 'stale' };
  const repeated = { kind: 'repeated' };
  const [, second, , , , , , eighth] = events;
  if (!second || !eighth) throw new Error('no events');
  expect(acceptances).toEqual([
    withoutRun,
    withRun(second),
    stale,
    stale,
    repeated,
    withoutRun,
    withoutRun,
    withRun(eighth),
    stale,
  ]);
  const stored = events.filter((_, index) => acceptances[index]?.kind === 'stored');
  const byId = <Each>(idOf: (each: Each) => string, list: readonly Each[]) =>
    list.toSorted((a, b) => idOf(a).localeCompare(idOf(b)));
  expect(byId(({ id }) => id, await rowsOf(events))).toEqual(
    byId(({ eventPublicId }) => eventPublicId, stored).map((each) => ({
      id: each.eventPublicId,
      payload: Buffer.from(each.payload).toString(),
      key: each.idempotencyKey,
      traceparent: each.traceparent,
      workflow: each.workflowPublicId,
      version: each.graphVersionId,
      dispatch: each.workflowPublicId === active.workflowPublicId ? 'PENDING' : null,
      isLeased: each.workflowPublicId === active.workflowPublicId ? true : null,
      run: each.workflowPublicId === active.workflowPublicId ? runOf(each) : null,
    })),
  );
});

test('a batch without keys is stored, one with only used keys is not', async () => {
  const active = await versionOf('ACTIVE');
  const keyless = Array.from({ length: 64 }, () => event(active));
  expect(await acceptEvents(sql, keyless)).toEqual(keyless.map(withRun));
  const ids = keyless.map(({ eventPublicId }) => eventPublicId);
  expect((await rowsOf(keyless)).map(({ id }) => id)).toEqual(ids);
  const first = event(active, { idempotencyKey: 'k' });
  expect(await acceptEvents(sql, [first])).toEqual([withRun(first)]);
  const again = [1, 2].map(() => event(active, { idempotencyKey: 'k' }));
  expect(await acceptEvents(sql, again)).toEqual(again.map(() => ({ kind: 'repeated' })));
  expect(await rowsOf(again)).toEqual([]);
});

test('a used key of a workflow that was disabled meanwhile is stale, not repeated', async () => {
  const version = await versionOf('ACTIVE');
  const first = event(version, { idempotencyKey: 'k' });
  expect(await acceptEvents(sql, [first])).toEqual([withRun(first)]);
  await sql({ name: 'disable', text: `update workflow set status = 'DISABLED' where public_id = $1` }, [
    version.workflowPublicId,
  ]);
  expect(await acceptEvents(sql, [event(version, { idempotencyKey: 'k' })])).toEqual([{ kind: 'stale' }]);
});

test('batches with the same keys in opposite order do not deadlock', async () => {
  const active = await versionOf('ACTIVE');
  for (let round = 0; round < 4; round++) {
    const batch = () =>
      Array.from({ length: 400 }, (_, index) => event(active, { idempotencyKey: `${round} ${index}` }));
    const responses = await Promise.all([
      acceptEvents(sql, batch()),
      acceptEvents(sql, batch().toReversed()),
      acceptEvents(sql, batch()),
    ]);
    const stored = responses.flat().filter(({ kind }) => kind === 'stored');
    expect(stored).toHaveLength(400);
  }
});
