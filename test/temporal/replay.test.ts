import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Runtime, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { loadWorkflowBundle } from '../../workers/bundle.ts';
import { installRuntime } from '../../workers/runtime.ts';
import { histories } from '../support/runs/recorded-scenarios.ts';
import { getStack } from '../support/stack/stack.ts';

const folder = fileURLToPath(new URL('../fixtures/workflow-histories/', import.meta.url));

// The must-fail histories are logged as warnings.
installRuntime({ logger: pino({ level: 'silent' }), metricsPort: null });
const cache = path.join((await getStack()).folder, 'bundles');
const traced = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';
const workflowBundle = await loadWorkflowBundle(cache);
const tracedBundle = await loadWorkflowBundle(cache, {
  interceptors: [createRequire(import.meta.url).resolve(traced)],
});
afterAll(() => Runtime.instance().shutdown());

const read = async (name: string) => JSON.parse(await readFile(path.join(folder, `${name}.json`), 'utf8'));

test('every scenario has a recorded history, and every history a scenario', async () => {
  const recorded = (await readdir(folder)).map((file) => path.basename(file, '.json'));
  expect(recorded.sort()).toEqual(histories.toSorted());
});

test.each(histories)('a run recorded as %s continues with the current code', async (name) => {
  const history = await read(name);
  // Without the flags of the recording worker a wrong history would replay as if it were right.
  expect(JSON.stringify(history)).toContain('coreUsedFlags');
  // The chunks of a loop are named after the run.
  const { workflowId } = history.events[0].workflowExecutionStartedEventAttributes;
  await Worker.runReplayHistory({ workflowBundle }, history, workflowId);
  // Tracing may have been turned on since.
  await Worker.runReplayHistory({ workflowBundle: tracedBundle }, history, workflowId);
});

test.each([
  ['a node', 'four-nodes-regular', 'selectNode', 'sortNode'],
  ['a document', 'stamp-retried', 'templateNode', 'parcelNode'],
  ['the start of a chunk', 'loop-chunk', 'openChunk', 'openBox'],
])('a history with another activity for %s does not replay', async (_what, name, from, to) => {
  const text = JSON.stringify(await read(name));
  const wrong = JSON.parse(text.replaceAll(`{"name":"${from}"}`, `{"name":"${to}"}`));
  expect(JSON.stringify(wrong)).not.toBe(text);
  await expect(Worker.runReplayHistory({ workflowBundle }, wrong)).rejects.toThrow(/[Nn]ondeterminism/);
});
