import { endedRun, sendEvent, startRunApp } from '../support/runs/run-app.ts';
import { graphOf } from '../support/runs/seed.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** Loops of which much has to travel: Temporal takes at most 4 MB in one message. */
const app = await startRunApp('large-loops');

const start = { type: 'webhookTrigger' };
const each = { type: 'forEachNode', data: { items: 'event.list' } };
const compose = (mapping: object) => ({ type: 'composeNode', data: { mapping } });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('the results of many elements, none of them long', async () => {
  const graph = graphOf({ start, each, long: compose({ text: '${event.text}', n: '${item}' }) }, [
    ...['start>each', 'each>long'],
  ]);
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
  const payload = { text: '紙'.repeat(5_000), list: numbers(400) };
  const seen = await endedRun(app, publicId, await sendEvent(app, publicId, payload));
  expect(seen).toMatchObject({ status: 'COMPLETED', error: null });
});

test('calls of many elements that carry the documents made before the loop', async () => {
  const copy = compose({ text: '"'.repeat(6_900) });
  const mail = { type: 'emailNode', data: { to: 'a@example.com', subject: '${item}', body: 'b' } };
  const graph = graphOf({ start, a: copy, b: copy, c: copy, each, mail }, [
    ...['start>a', 'a>b', 'b>c', 'c>each', 'each>mail'],
  ]);
  const { publicId } = await createWorkflow(app, app.owner, { status: 'ACTIVE', graph });
  const seen = await endedRun(app, publicId, await sendEvent(app, publicId, { list: numbers(100) }));
  expect(seen).toMatchObject({ status: 'COMPLETED', error: null });
});
