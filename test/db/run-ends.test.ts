import { createSql } from '../../src/infra/sql.ts';
import { createOutboxRepository } from '../../src/modules/runs/dispatch/outbox.repository.ts';
import { createRunRecorder } from '../../src/modules/runs/run-recorder.ts';
import type { RunRecord } from '../../workflows/contracts/run.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const api = await startTestApp({ name: 'run-ends' });
const { publicId: workflowId } = await createWorkflow(api, await signIn(api), { status: 'ACTIVE' });

const execute = (text: string, values: unknown[]) =>
  api.services.orm.em.fork().execute<Record<string, unknown>[]>(text, values);

/** A run that is completed, in each state of the outbox. */
async function endedRun(dispatch: string | null): Promise<string> {
  const [runId = ''] = await insertRuns(api, { workflowId, runs: [{ status: 'COMPLETED' }] });
  await execute('update run set ended_at = now(), dispatch = ? where public_id = ?', [dispatch, runId]);
  return runId;
}

const read = async (runId: string) => ({
  runs: await execute('select * from run where public_id = ?', [runId]),
  nodes: await execute('select n.* from run_node n join run r on r.id = n.run_id where r.public_id = ?', [
    runId,
  ]),
  workflows: await execute('select status, error_message from workflow where public_id = ?', [workflowId]),
});

const failed = { status: 'FAILED', error: 'late' } as const;

/** Every way in which a run ends. */
const ends: Record<string, (runId: string) => Promise<unknown>> = {
  record: (runId) => {
    const node = {
      id: 'start',
      type: 'webhookTrigger',
      status: 'FAILED',
      attempts: 1,
      stored: false,
    } as const;
    const nodes = [{ ...node, input: null, output: null, error: 'late', startedAt: null, endedAt: 1 }];
    const workflow = { workflowId, graphVersion: 1, workflowError: 'late' };
    const record: RunRecord = { runId, ...failed, ...workflow, engineRunId: 'late', endedAt: 1, nodes };
    return createRunRecorder(createSql(api.services.orm)).record(record);
  },
  'give up': (runId) => outbox().giveUp(runId, 'late'),
  'cancel pending': (runId) => outbox().cancelPending(runId),
  close: (runId) => outbox().close([runId.replace('run_', 'evt_')], failed),
};

const outbox = () => createOutboxRepository(createSql(api.services.orm));

describe.each(Object.entries(ends))('%s', (_name, end) => {
  test.each([['PENDING'], ['STARTED'], [null]])(
    'changes nothing of a run whose end is recorded, with dispatch %s',
    async (dispatch) => {
      const runId = await endedRun(dispatch);
      const before = await read(runId);
      await end(runId);
      expect(await read(runId)).toEqual(before);
    },
  );
});
