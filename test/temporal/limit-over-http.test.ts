import { signIn } from '../support/login.ts';
import { callAs, createOrganization, joinOrganization } from '../support/organizations.ts';
import { endedRun, type ShownRun, sendEvent, startRunApp } from '../support/runs/run-app.ts';
import { graphOf } from '../support/runs/seed.ts';
import { createTemplate } from '../support/templates.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

/** Limits as administrators set them and runs meet them: through the routes and the loop, without a manual notification. */
const app = await startRunApp('limit-over-http');
app.services.quotaNotifier.start();

/** A workflow that fills the template once for each of `people`. */
async function eachOf(templateId: string): Promise<string> {
  const graph = graphOf(
    {
      start: { type: 'webhookTrigger' },
      each: { type: 'forEachNode', data: { items: 'event.people' } },
      fill: { type: 'templateNode', data: { templateId, fieldMappings: { name: 'item.name' } } },
    },
    ['start>each', 'each>fill'],
  );
  return (await createWorkflow(app, app.owner, { status: 'ACTIVE', graph })).publicId;
}

const people = ['Ada', 'Bob', 'Cem', 'Dan'].map((name) => ({ name }));
const limit = async (subject: string, actionLimit: number | null) => {
  const root = await signIn(app, 'SUPER_ADMIN');
  const url = `/api/admin/${subject.startsWith('org_') ? 'organizations' : 'users'}/${subject}/plan`;
  return callAs(app, root, { method: 'PUT', url, body: { actionLimit } });
};

/** Waits until the run waits at its limit with this many documents made. */
async function waiting(workflowId: string, runId: string, documents: number): Promise<void> {
  await until(async () => {
    const { body } = await app.get<ShownRun>(`/workflows/${workflowId}/runs/${runId}`);
    return body.status === 'WAITING' && body.documents.length === documents;
  });
}

test('a loop makes as many documents as the quota allows, waits, and goes on as the limit is raised', async () => {
  const { publicId } = await createTemplate(app, app.owner, { columns: 'name' });
  await limit(app.owner.user.publicId, 2);
  const workflowId = await eachOf(publicId);
  const runId = await sendEvent(app, workflowId, { people });
  await waiting(workflowId, runId, 2);
  await limit(app.owner.user.publicId, 3);
  await waiting(workflowId, runId, 3);
  await limit(app.owner.user.publicId, null);
  const ended = await endedRun(app, workflowId, runId);
  expect([ended.status, ended.error, ended.documents.length]).toEqual(['COMPLETED', null, 4]);
  const { body } = await callAs(app, app.owner, { url: '/api/usage' });
  expect(body.actions).toBe(4);
});

test('a run that waits for an organization goes on when that is deleted, and its account pays', async () => {
  const root = await signIn(app, 'SUPER_ADMIN');
  const organization = await createOrganization(app, root);
  await joinOrganization(app, root, { organization, role: 'MEMBER', who: app.owner });
  const { publicId } = await createTemplate(app, app.owner, {
    columns: 'name',
    organizationId: organization,
  });
  await limit(organization, 1);
  const workflowId = await eachOf(publicId);
  const { actions: before } = (await callAs(app, app.owner, { url: '/api/usage' })).body;
  const runId = await sendEvent(app, workflowId, { people: people.slice(0, 3) });
  await waiting(workflowId, runId, 1);
  await callAs(app, root, { method: 'DELETE', url: `/api/organizations/${organization}` });
  const ended = await endedRun(app, workflowId, runId);
  expect([ended.status, ended.documents.length]).toEqual(['COMPLETED', 3]);
  expect((await callAs(app, app.owner, { url: '/api/usage' })).body.actions).toBe(before + 3);
});
