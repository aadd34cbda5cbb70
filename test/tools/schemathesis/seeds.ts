import type pg from 'pg';
import { waitForRun } from '../../../src/cli/demo/workflows.ts';
import { type ApiClient, getData, toForm } from '../../../src/client/client.ts';
import { withKind } from '../../../src/infra/public-id.ts';

/** Public ids of existing objects. Requests may delete the `disposable` ones. */
export interface Seeds {
  template: string;
  disposableTemplate: string;
  workflow: string;
  disposableWorkflow: string;
  event: string;
  run: string;
  failedRun: string;
  document: string;
  /** A run that waits for an hour. */
  waiting: { workflow: string; run: string };
  key: string;
  organization: string;
  disposableOrganization: string;
  member: string;
  disposableMember: string;
  invitation: string;
  disposableInvitation: string;
  otherUser: string;
}

/** Creates accounts with the password of the administrator. */
export interface Accounts {
  add(email: string): Promise<string>;
  join(account: { email: string; organization: string; role: 'ORG_ADMIN' | 'MEMBER' }): Promise<void>;
}

/** Writes accounts to the database, because there is no mail server for verification mails. */
export function createAccounts(database: pg.Client): Accounts {
  let count = 0;
  return {
    async add(email) {
      count += 1;
      const { rows } = await database.query<{ publicId: string }>(
        `insert into user_account (public_id, email, password_hash, application_role, is_enabled, is_verified)
         select 'usr_' || substr(public_id, 5, 22) || $2, $1, password_hash, 'MEMBER', true, true
         from user_account where email = 'admin@example.com'
         returning public_id as "publicId"`,
        [email, String(count).padStart(4, '0')],
      );
      return rows[0]?.publicId ?? '';
    },
    async join({ email, organization, role }) {
      await database.query(
        `insert into membership (user_id, organization_id, role, joined_at)
         select u.id, o.id, $3, now() from user_account u, organization o
         where u.email = $1 and o.public_id = $2 on conflict do nothing`,
        [email, organization, role],
      );
    },
  };
}

/** Creates the objects: organizations and invitations as `root`, everything else as `api`. */
export async function createSeeds({
  name,
  api,
  root,
  accounts,
  organizer,
  pdf,
}: {
  /** Prefix of e-mail addresses and name of organizations. */
  name: string;
  api: ApiClient;
  root: ApiClient;
  accounts: Accounts;
  /** E-mail address of the ORG_ADMIN of the organizations, if any. */
  organizer: string | null;
  pdf: Buffer<ArrayBuffer>;
}): Promise<Seeds> {
  const addTemplate = async () => {
    const body = { name: 'Form', file: new File([pdf], 'form.pdf', { type: 'application/pdf' }) };
    return (await getData(api.POST('/api/templates', { body, bodySerializer: toForm }))).publicId;
  };
  const template = await addTemplate();
  const workflow = await addWorkflow(api, [
    { id: 'compose', type: 'composeNode', data: { mapping: { text: `a ${'$'}{trigger.text}` } } },
    { id: 'fill', type: 'templateNode', data: { templateId: template, fieldMappings: {} } },
  ]);
  const later = await addWorkflow(api, [{ id: 'delay', type: 'delayNode', data: { seconds: 3600 } }]);
  const event = await send(api, workflow, { text: 'b' });
  const run = withKind('run', event);
  const { documents } = await waitForRun(api, { workflowId: workflow, runId: run });
  const failedRun = withKind('run', await send(api, workflow, { text: { no: 'text' } }));
  await waitForRun(api, { workflowId: workflow, runId: failedRun }).catch(() => undefined);
  const key = await getData(api.POST('/api/me/api-keys', { body: { name: 'Key', scopes: ['read'] } }));

  const addOrganization = async () => {
    const { publicId } = await getData(root.POST('/api/organizations', { body: { name } }));
    const admin = `${name}-org-admin@example.com`;
    for (const email of organizer === null ? [admin] : [admin, organizer]) {
      await accounts.join({ email, organization: publicId, role: 'ORG_ADMIN' });
    }
    return publicId;
  };
  await accounts.add(`${name}-org-admin@example.com`);
  const organization = await addOrganization();
  const addMember = async (email: string) => {
    const publicId = await accounts.add(email);
    await accounts.join({ email, organization, role: 'MEMBER' });
    return publicId;
  };
  const invite = async (email: string) => {
    const request = {
      params: { path: { publicId: organization } },
      body: { email, role: 'MEMBER' as const },
    };
    return (await getData(root.POST('/api/organizations/{publicId}/invitations', request))).invitationId;
  };
  return {
    template,
    workflow,
    event,
    run,
    failedRun,
    organization,
    document: documents[0]?.documentId ?? '',
    disposableTemplate: await addTemplate(),
    disposableWorkflow: await addWorkflow(api, []),
    waiting: { workflow: later, run: withKind('run', await send(api, later, {})) },
    key: key.keyId,
    disposableOrganization: await addOrganization(),
    member: await addMember(`${name}-member@example.com`),
    disposableMember: await addMember(`${name}-disposable@example.com`),
    invitation: await invite(`${name}-invited@example.com`),
    disposableInvitation: await invite(`${name}-revoked@example.com`),
    otherUser: await accounts.add(`${name}-other-user@example.com`),
  };
}

/** Creates an ACTIVE workflow: a trigger and a chain of nodes. */
async function addWorkflow(
  api: ApiClient,
  chain: { id: string; type: string; data: object }[],
): Promise<string> {
  const nodes = [{ id: 'start', type: 'webhookTrigger', data: {} }, ...chain].map((node) => ({
    ...node,
    position: { x: 0, y: 0 },
  }));
  const edges = chain.map(({ id }, at) => ({ id: `to-${id}`, source: nodes[at]?.id ?? '', target: id }));
  const body = { name: 'Chain', triggerType: 'webhook' as const, stepsJson: { nodes, edges } };
  const { publicId } = await getData(api.POST('/api/workflows', { body }));
  const active = { params: { path: { publicId } }, body: { status: 'ACTIVE' as const } };
  await getData(api.PUT('/api/workflows/{publicId}', active));
  return publicId;
}

/** Posts an event and returns its id. */
async function send(api: ApiClient, workflowId: string, body: Record<string, unknown>): Promise<string> {
  const params = { path: { workflowId } };
  await getData(api.POST('/api/workflows/{workflowId}/webhook', { params, body, parseAs: 'text' }));
  return (await getData(api.GET('/api/workflows/{workflowId}/webhook/latest-event', { params }))).eventId;
}
