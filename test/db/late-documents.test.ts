import { derivePublicId } from '../../src/infra/public-id.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createTemplate } from '../support/templates.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** A stamp step that a cancellation did not reach in time. */
const api = await startTestApp({ name: 'late-documents' });
const execute = <Row extends object>(text: string, values: unknown[] = []) =>
  api.services.orm.em.fork().execute<Row[]>(text, values);
const owner = await signIn(api);
const templateId = (await createTemplate(api, owner)).publicId;
const versionId = Number((await execute<{ id: string }>('select id from template_version'))[0]?.id);
const workflowId = (await createWorkflow(api, owner)).publicId;

async function newRun() {
  const [runId = ''] = await insertRuns(api, { workflowId, runs: [{ status: 'RUNNING' }] });
  return { runId, documentId: derivePublicId('doc', runId, ['fill', -1]) };
}

const stamp = (runId: string) =>
  api.services.documentStamper.stamp({
    runId,
    workflowId,
    templateId,
    versionId,
    nodeId: 'fill',
    itemIndex: -1,
    accountId: owner.user.publicId,
    columns: [],
    values: [],
    namingPattern: 'Ada',
    flatten: false,
    isRetry: false,
  });

/** Rows of the document, actions counted for it, and its files. */
async function kept(documentId: string) {
  const [counts] = await execute<{ documents: number; actions: number }>(
    `select (select count(*)::int from document where public_id = ?) as documents,
            (select count(*)::int from usage_entry where source = ?) as actions`,
    [documentId, documentId],
  );
  const file = await api.services.storage.get(`documents/${documentId}.pdf`).catch(() => null);
  return { ...counts, files: file === null ? 0 : 1 };
}

const WAITING = `
  select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const END = "update run set status = 'CANCELLED', ended_at = now() where public_id = ?";

test('nothing is recorded, counted or kept once the end of the run is recorded', async () => {
  const { runId, documentId } = await newRun();
  await execute(END, [runId]);
  await expect(stamp(runId)).rejects.toMatchObject({ code: 'RUN_ENDED' });
  expect(await kept(documentId)).toEqual({ documents: 0, actions: 0, files: 0 });
});

test('a step that runs again after the end names the document of before and keeps its file', async () => {
  const { runId, documentId } = await newRun();
  const first = await stamp(runId);
  await execute(END, [runId]);
  expect([await stamp(runId), await kept(documentId)]).toEqual([
    first,
    { documents: 1, actions: 1, files: 1 },
  ]);
});

test('what another try recorded while this one waited for the run keeps its file', async () => {
  const { runId, documentId } = await newRun();
  let late: Promise<unknown> | undefined;
  await api.services.orm.em.fork().transactional(async (em) => {
    await em.execute(END, [runId]);
    late = stamp(runId);
    await until(async () => (await execute(WAITING)).length > 0);
    await em.execute(
      `insert into document (public_id, run_id, owner_id, node_id, template_public_id, template_version, name,
                             storage_key, size, sha256)
       select ?, r.id, w.owner_id, 'fill', ?, 1, 'Earlier.pdf', ?, 4, 'x'
       from run r join workflow w on w.id = r.workflow_id where r.public_id = ?`,
      [documentId, templateId, `documents/${documentId}.pdf`, runId],
    );
  });
  expect([await late, await kept(documentId)]).toEqual([
    { documentId, name: 'Earlier.pdf' },
    { documents: 1, actions: 0, files: 1 },
  ]);
});
