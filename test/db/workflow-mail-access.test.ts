import { createSql } from '../../src/infra/sql.ts';
import { createWorkflowMails } from '../../src/modules/runs/workflow-mails.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { callAs, type Method } from '../support/organizations.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** Whose workflows may send mails, checked when a mail is enqueued. */
const api = await startTestApp({ name: 'workflow-mail-access' });
const root = await signIn(api, 'SUPER_ADMIN');

test.each<[string, [Method, string, object?], [Method, string, object?]]>([
  ['is locked', ['POST', 'lock'], ['POST', 'unlock']],
  [
    'is a GUEST',
    ['PATCH', 'role', { applicationRole: 'GUEST' }],
    ['PATCH', 'role', { applicationRole: 'MEMBER' }],
  ],
])('a run whose account %s sends nothing, until that ends', async (_what, bar, free) => {
  const owner = await signIn(api);
  const { publicId: workflowId } = await createWorkflow(api, owner);
  const [runId = ''] = await insertRuns(api, { workflowId, runs: [{ status: 'RUNNING' }] });
  const mails = createWorkflowMails({ sql: createSql(api.services.orm), mailsPerDay: 0 });
  const mail = { to: 'a@example.com', subject: 'x', body: 'y', attach: [], runId, itemIndex: -1 };
  const change = ([method, what, body]: [Method, string, object?]) =>
    callAs(api, root, {
      method,
      url: `/api/admin/users/${owner.user.publicId}/${what}`,
      ...(body !== undefined && { body }),
    });
  const countPending = async () => {
    const rows = await api.services.orm.em
      .fork()
      .execute('select 1 from workflow_mail m join run r on r.id = m.run_id where r.public_id = ?', [runId]);
    return rows.length;
  };
  await mails.enqueue({ ...mail, nodeId: 'first' });
  expect(await countPending()).toBe(1);
  expect((await change(bar)).status).toBe(200);
  await expect(mails.enqueue({ ...mail, nodeId: 'second' })).rejects.toThrow(/locked or a GUEST/);
  expect(await countPending()).toBe(1);
  await change(free);
  await mails.enqueue({ ...mail, nodeId: 'second' });
  expect(await countPending()).toBe(2);
});
