import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startHarness } from '../support/runs/harness.ts';
import {
  finishedRun,
  graphOf,
  readRun,
  seedAccount,
  seedEvent,
  seedTemplate,
  seedWorkflow,
} from '../support/runs/seed.ts';

const program = fileURLToPath(new URL('../support/runs/hanging-worker.ts', import.meta.url));

const harness = await startHarness({ name: 'killed', withoutWorker: true });

/** Starts the hanging worker; resolves once it has stored a document. */
async function workUntilStamped() {
  const { workspace, taskQueue } = harness;
  const worker = spawn(process.execPath, [program, JSON.stringify({ workspace, taskQueue })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of worker.stdout) {
    if (String(chunk).includes('stamped')) return worker;
  }
  throw new Error('The worker ended without a document.');
}

test('a worker killed between the document and its response: the run ends once, with one document and one action', async () => {
  const { id: ownerId } = await seedAccount(harness);
  const templateId = await seedTemplate(harness, { ownerId, fields: ['Name'] });
  const fill = { type: 'templateNode', data: { templateId, fieldMappings: { Name: 'event.name' } } };
  const graph = graphOf({ start: { type: 'webhookTrigger' }, fill }, ['start>fill']);
  const workflowId = await seedWorkflow(harness, { ownerId, graph });
  const eventId = await seedEvent(harness, { workflowId, payload: { name: 'Ada' } });
  harness.dispatch(eventId);
  const worker = await workUntilStamped();
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
  const before = await readRun(harness, eventId);
  expect(before).toMatchObject({ status: 'RUNNING', actions: 1 });

  await harness.startWorker();
  const seen = await finishedRun(harness, eventId);
  expect(seen).toMatchObject({ status: 'COMPLETED', actions: 1, documents: before.documents });
});
