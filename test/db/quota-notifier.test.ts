import { pino } from 'pino';
import { createPublicId } from '../../src/infra/public-id.ts';
import { createSql } from '../../src/infra/sql.ts';
import { createDocumentActions } from '../../src/modules/usage/document-actions.ts';
import { notifyRuns } from '../../src/modules/usage/quota-notifier.ts';
import { startTestApp } from '../support/app.ts';
import { type SignedIn, signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization, type Method } from '../support/organizations.ts';
import { insertRuns } from '../support/runs/insert-runs.ts';
import { createTemplate, sendForm } from '../support/templates.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** Which runs that wait under a limit are asked to check it again. */
const api = await startTestApp({ name: 'quota-notifier' });
const root = await signIn(api, 'SUPER_ADMIN');

/** A template shared with an organization whose limit is reached. */
async function limitedOrganization() {
  const organization = await createOrganization(api, root);
  const owner = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  const member = await joinOrganization(api, root, { organization, role: 'MEMBER' });
  const { publicId: templateId } = await createTemplate(api, owner, { organizationId: organization });
  await limit(organization, 0);
  return { organization, owner, member, templateId };
}
type Limited = Awaited<ReturnType<typeof limitedOrganization>>;

const act = (method: Method, url: string, body?: object) =>
  callAs(api, root, { method, url, ...(body !== undefined && { body }) });
const limit = (subject: string, actionLimit: number | null) => {
  const kind = subject.startsWith('org_') ? 'organizations' : 'users';
  return act('PUT', `/api/admin/${kind}/${subject}/plan`, { actionLimit });
};

/** A run of this account that has met the organization's limit. `wake` notifies the runs of the test of quota. */
async function waitingRun(
  { organization, templateId }: Limited,
  who: SignedIn,
): Promise<{ runId: string; wake: () => Promise<number> }> {
  const { services } = api;
  const sql = createSql(services.orm);
  const { publicId: workflowId } = await createWorkflow(api, who);
  const [runId = ''] = await insertRuns(api, { workflowId, runs: [{ status: 'RUNNING' }] });
  const [row] = await services.orm.em
    .fork()
    .execute<{ id: string }[]>('select id from organization where public_id = ?', [organization]);
  const claim = {
    documentId: createPublicId('doc'),
    templateId,
    runId,
    userId: who.user.id,
    at: new Date(),
    organizationId: Number(row?.id),
  };
  const actions = createDocumentActions({ sql, usage: services.usage });
  await expect(actions.reserve(claim)).rejects.toMatchObject({ code: 'ACTION_LIMIT_REACHED' });
  const wake = async () => {
    const notified = new Set<string>();
    const temporal = { signalQuotaAvailable: async (id: string) => void notified.add(id) };
    const { usage, clock } = services;
    await notifyRuns({ sql, temporal, usage, clock, logger: pino({ level: 'silent' }) });
    return notified.has(`evt_${runId.slice(4)}`) ? 1 : 0;
  };
  expect(await wake()).toBe(0);
  return { runId, wake };
}

test.each<[string, (limited: Limited) => Promise<unknown>]>([
  ['the limit is raised', ({ organization }) => limit(organization, 1)],
  ['the limit is taken away', ({ organization }) => limit(organization, null)],
  ['the organization is deleted', ({ organization }) => act('DELETE', `/api/organizations/${organization}`)],
  [
    'the template is shared no more',
    ({ owner, templateId }) =>
      sendForm(api, owner, {
        method: 'PUT',
        url: `/api/templates/${templateId}`,
        parts: [{ name: 'organizationId', value: '' }],
      }),
  ],
  [
    'the template is deleted',
    ({ owner, templateId }) => callAs(api, owner, { method: 'DELETE', url: `/api/templates/${templateId}` }),
  ],
  [
    'its account has left the organization',
    ({ organization, member }) =>
      act('DELETE', `/api/organizations/${organization}/members/${member.user.publicId}`),
  ],
])('a run is notified once when %s', async (_what, change) => {
  const limited = await limitedOrganization();
  const { wake } = await waitingRun(limited, limited.member);
  await change(limited);
  expect([await wake(), await wake()]).toEqual([1, 0]);
});

test('a run of the template’s owner is notified when they leave: they pay for themselves', async () => {
  const limited = await limitedOrganization();
  const { organization, owner } = limited;
  const { wake } = await waitingRun(limited, owner);
  await act('DELETE', `/api/organizations/${organization}/members/${owner.user.publicId}`);
  expect(await wake()).toBe(1);
});

test('a change that frees no quota notifies no one', async () => {
  const limited = await limitedOrganization();
  const { organization, owner, member } = limited;
  const { wake } = await waitingRun(limited, member);
  await act('DELETE', `/api/organizations/${organization}/members/${owner.user.publicId}`);
  await limit(member.user.publicId, 10);
  expect(await wake()).toBe(0);
});

test('a run that was cancelled while it waited takes no place from those behind it', async () => {
  const limited = await limitedOrganization();
  const { organization, member } = limited;
  const { runId } = await waitingRun(limited, member);
  const { wake } = await waitingRun(limited, member);
  await api.services.orm.em
    .fork()
    .execute(`update run set status = 'CANCELLED', ended_at = now() where public_id = ?`, [runId]);
  await limit(organization, 1);
  expect(await wake()).toBe(1);
});
