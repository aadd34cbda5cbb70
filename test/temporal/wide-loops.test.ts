import { signIn } from '../support/login.ts';
import {
  createGet,
  endedRun,
  type RunApp,
  type ShownRun,
  sendEvent,
  startRunApp,
} from '../support/runs/run-app.ts';
import { graphOf } from '../support/runs/seed.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** A loop over a list beside thousands of other members: each node of each element sees all of them. */
let app: RunApp;

beforeAll(async () => {
  app = await startRunApp('wide-loops');
});
afterAll(() => app.close());

const MEMBERS = 4_900;
const compose = (name: string, text: string) => ({
  type: 'composeNode',
  data: { mapping: { [name]: text } },
});

const before = Array.from({ length: 10 }, (_, n) => `c${n}`);
const within = Array.from({ length: 9 }, (_, n) => `b${n}`);
const chain = ['t', ...before, 'l', ...within];
const wide = graphOf(
  {
    t: { type: 'webhookTrigger' },
    ...Object.fromEntries(before.map((id) => [id, compose(id, '${event.k1}')])),
    l: { type: 'forEachNode', data: { items: 'event.l' } },
    ...Object.fromEntries(within.map((id) => [id, compose(id, '${event.k2} ${item}')])),
  },
  chain.slice(1).map((id, index) => `${chain[index]}>${id}`),
);
const payload = {
  l: Array(MEMBERS).fill(1),
  ...Object.fromEntries(Array.from({ length: MEMBERS }, (_, n) => [`k${n}`, n])),
};

test('a run of another account does not wait for it, and a cancellation ends it', async () => {
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph: wide });
  const other = await signIn(app);
  const small = graphOf({ t: { type: 'webhookTrigger' }, c: compose('a', '${event.a}') }, ['t>c']);
  const otherWorkflow = await createWorkflow(app, other, { status: 'ACTIVE', graph: small });
  const runId = await sendEvent(app, publicId, payload);
  const asOther = { ...app, get: createGet(app, other) };
  for (const a of [1, 2, 3]) {
    const otherRun = await sendEvent(asOther, otherWorkflow.publicId, { a });
    expect(await endedRun(asOther, otherWorkflow.publicId, otherRun)).toMatchObject({ status: 'COMPLETED' });
  }
  const path = `/workflows/${publicId}/runs/${runId}`;
  expect((await app.get<ShownRun>(path)).body.status).toBe('RUNNING');
  expect((await app.post(`${path}/cancel`)).status).toBe(200);
  expect((await endedRun(app, publicId, runId)).status).toBe('CANCELLED');
});
