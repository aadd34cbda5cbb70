import { fieldTexts } from './form-pdf.ts';
import { type RunRig, startRig } from './run-rig.ts';
import { finishedRun, graphOf, seedAccount, seedEvent, seedTemplate, seedWorkflow } from './seed.ts';

let rig: RunRig;
let ownerId: string;

beforeAll(async () => {
  rig = await startRig({ name: 'whole-run' });
  ownerId = (await seedAccount(rig)).id;
});
afterAll(() => rig.close());

async function run(graph: unknown, payload: unknown) {
  const workflowId = await seedWorkflow(rig, { ownerId, graph });
  const eventId = await seedEvent(rig, { workflowId, payload });
  rig.dispatcher.dispatch(eventId);
  return finishedRun(rig, eventId);
}

test('a four-node run reshapes the payload and leaves one filled document', async () => {
  const templateId = await seedTemplate(rig, {
    ownerId,
    fields: ['Name', 'Amount'],
    namingPattern: '[Name]',
  });
  const graph = graphOf(
    {
      start: { type: 'webhookTrigger' },
      compose: {
        type: 'composeNode',
        data: { mapping: { fullName: '${event.customer.first} ${event.customer.last}' } },
      },
      select: { type: 'selectNode', data: { fields: [{ path: 'event.order.total', as: 'total' }] } },
      fill: {
        type: 'templateNode',
        data: { templateId, fieldMappings: { Name: 'event.fullName', Amount: 'event.total' } },
      },
    },
    ['start>compose', 'compose>select', 'select>fill'],
  );
  const seen = await run(graph, '{"customer":{"first":"Zoé","last":"Lee"},"order":{"total":12.50}}');
  expect(seen).toMatchObject({ status: 'COMPLETED', error: null, actions: 1 });
  expect(seen.nodes.compose).toMatchObject({ status: 'COMPLETED', output: { fullName: 'Zoé Lee' } });
  expect(seen.nodes.fill).toMatchObject({ input: { Name: 'Zoé Lee', Amount: '12.50' }, attempts: 1 });
  expect(seen.documents).toMatchObject([{ nodeId: 'fill', name: 'Zoé_Lee.pdf' }]);
  const pdf = await rig.storage.get(seen.documents[0]?.storageKey ?? '');
  expect(await fieldTexts(pdf)).toEqual({ Name: 'Zoé Lee', Amount: '12.50' });
});
