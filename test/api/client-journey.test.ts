import { type ApiClient, ApiError, getData, type paths, toForm } from '../../src/client/client.ts';
import { openToClients } from '../support/client.ts';
import { createUser, TEST_PASSWORD } from '../support/login.ts';
import { deliverMail } from '../support/mails/mails.ts';
import { startRunApp } from '../support/runs/run-app.ts';
import { fieldTexts, formPdf } from '../support/stamping/form-pdf.ts';
import { readArchive } from '../support/stamping/harness.ts';
import { until } from '../support/until.ts';

type Graph = paths['/api/workflows']['post']['requestBody']['content']['application/json']['stepsJson'];

const app = await startRunApp('client-journey');
const clients = await openToClients(app);
const anna = await clients.signUp('anna@example.com');

/** The error of a call. */
async function errorOf(call: Parameters<typeof getData>[0]): Promise<ApiError> {
  const error: unknown = await getData(call).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('The call did not fail with an ApiError.', { cause: error });
}

async function upload(api: ApiClient) {
  const file = new File([Buffer.from(await formPdf(['Name', 'City']))], 'letter.pdf');
  const body = { name: 'Letter', namingPattern: '[Name]', file };
  return getData(api.POST('/api/templates', { body, bodySerializer: toForm }));
}

test('register, verify, log in: the account is there only after the link of the mail', async () => {
  const guest = clients.client();
  const credentials = { email: 'ben@example.com', password: TEST_PASSWORD };
  await getData(guest.POST('/api/auth/register', { body: credentials }));
  const early = await errorOf(guest.POST('/api/auth/login', { body: credentials }));
  expect([early.status, early.code]).toEqual([403, 'ACCOUNT_UNVERIFIED']);
  const { token } = await deliverMail(app);
  await getData(guest.GET('/api/auth/verify', { params: { query: { token } } }));
  const again = await errorOf(guest.GET('/api/auth/verify', { params: { query: { token } } }));
  expect([again.status, again.code]).toEqual([400, 'LINK_INVALID']);
  const ben = await clients.logIn(credentials.email);
  expect(await getData(ben.GET('/api/me'))).toMatchObject({
    email: credentials.email,
    applicationRole: 'MEMBER',
    isVerified: true,
  });
  await expect(getData(guest.GET('/api/me'))).rejects.toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
});

test('a template is uploaded, previewed and stamped, and the stamped PDFs are counted', async () => {
  const before = await getData(anna.GET('/api/me'));
  const template = await upload(anna);
  const params = { path: { publicId: template.publicId } };
  expect(template).toMatchObject({ name: 'Letter', columns: 'Name,City' });

  const row = { Name: 'Zoé', City: 'Ghent' };
  const preview = { params, body: { row }, parseAs: 'arrayBuffer' } as const;
  const tried = await getData(anna.POST('/api/templates/{publicId}/preview', preview));
  expect(await fieldTexts(Buffer.from(tried))).toEqual(row);

  const file = new File(['Name,City\r\nAda,Rome\r\nBob,Oslo\r\n'], 'rows.csv');
  const form = { body: { templateId: template.publicId, file }, bodySerializer: toForm };
  expect(await getData(anna.POST('/api/stamper/check', form))).toMatchObject({ rows: 2, documents: 2 });
  expect((await getData(anna.GET('/api/me'))).monthlyActionsUsed).toBe(before.monthlyActionsUsed);
  const archive = await getData(anna.POST('/api/stamper/stamp', { ...form, parseAs: 'arrayBuffer' }));
  const entries = await readArchive(Buffer.from(archive));
  expect(entries.map(({ name }) => name)).toEqual(['Ada.pdf', 'Bob.pdf']);
  expect((await getData(anna.GET('/api/me'))).monthlyActionsUsed).toBe(before.monthlyActionsUsed + 2);
  const usage = await getData(anna.GET('/api/usage'));
  expect(usage.templates).toContainEqual({ templateId: template.publicId, name: 'Letter', actions: 2 });

  await getData(anna.DELETE('/api/templates/{publicId}', { params }));
  const gone = await errorOf(anna.GET('/api/templates/{publicId}', { params }));
  expect([gone.status, gone.code]).toEqual([404, 'NOT_FOUND']);
});

test('a workflow is made ACTIVE, takes an event and lists its run with the document', async () => {
  const { publicId: templateId } = await upload(anna);
  const at = { position: { x: 0, y: 0 } };
  const fieldMappings = { Name: 'event.name', City: 'event.city' };
  const stepsJson: Graph = {
    nodes: [
      { id: 'start', type: 'webhookTrigger', ...at, data: {} },
      { id: 'fill', type: 'templateNode', ...at, data: { templateId, fieldMappings } },
    ],
    edges: [{ id: 'e', source: 'start', target: 'fill' }],
  };
  const body = { name: 'Letters', triggerType: 'webhook', stepsJson } as const;
  const { publicId, status } = await getData(anna.POST('/api/workflows', { body }));
  expect(status).toBe('DRAFT');
  const params = { path: { publicId, workflowId: publicId } };
  expect(await getData(anna.POST('/api/workflows/{publicId}/validate', { params }))).toMatchObject({
    valid: true,
  });
  await getData(anna.PUT('/api/workflows/{publicId}', { params, body: { status: 'ACTIVE' } }));

  const event = { params, body: { name: 'Ada', city: 'Rome' }, parseAs: 'text' } as const;
  const message = await getData(clients.client().POST('/api/workflows/{workflowId}/webhook', event));
  expect(message).toBe('Webhook received');
  const latest = await getData(anna.GET('/api/workflows/{workflowId}/webhook/latest-event', { params }));
  expect(JSON.parse(latest.eventPayload)).toEqual(event.body);

  const list = () => getData(anna.GET('/api/workflows/{workflowId}/runs', { params }));
  await until(async () => (await list()).content[0]?.endedAt !== null);
  const { content, totalElements } = await list();
  expect([totalElements, content[0]?.status, content[0]?.eventId]).toEqual([1, 'COMPLETED', latest.eventId]);
  const { documents } = await getData(
    anna.GET('/api/workflows/{workflowId}/runs/{runId}', {
      params: { path: { workflowId: publicId, runId: content[0]?.runId ?? '' } },
    }),
  );
  expect(documents).toMatchObject([{ name: 'Ada.pdf', nodeId: 'fill', templateId }]);
  const pdf = await getData(
    anna.GET('/api/documents/{documentId}/pdf', {
      params: { path: { documentId: documents[0]?.documentId ?? '' } },
      parseAs: 'arrayBuffer',
    }),
  );
  expect(await fieldTexts(Buffer.from(pdf))).toEqual({ Name: 'Ada', City: 'Rome' });
});

test('an organization invites, and who accepts reaches its templates', async () => {
  const admin = await clients.logIn((await createUser(app, { role: 'ADMIN' })).email);
  const [otto, carla] = [await clients.signUp('otto@example.com'), await clients.signUp('carla@example.com')];
  const { publicId } = await getData(admin.POST('/api/organizations', { body: { name: 'Rentals' } }));
  const params = { path: { publicId } };
  const invite = (api: ApiClient, email: string, role: 'MEMBER' | 'ORG_ADMIN') =>
    api.POST('/api/organizations/{publicId}/invitations', { params, body: { email, role } });
  const accept = (api: ApiClient, token: string) => api.POST('/api/invitations/accept', { body: { token } });

  await getData(invite(admin, 'otto@example.com', 'ORG_ADMIN'));
  await getData(accept(otto, (await deliverMail(app)).token));
  const template = { params: { path: { publicId: (await upload(otto)).publicId } } };
  expect((await errorOf(carla.GET('/api/templates/{publicId}', template))).status).toBe(404);

  const { invitationId } = await getData(invite(otto, 'carla@example.com', 'MEMBER'));
  const twice = await errorOf(invite(otto, 'carla@example.com', 'MEMBER'));
  expect([twice.status, twice.code]).toEqual([400, 'ALREADY_INVITED']);
  const { token } = await deliverMail(app);
  const stranger = await errorOf(accept(anna, token));
  expect([stranger.status, stranger.code]).toEqual([403, 'FORBIDDEN']);
  await getData(accept(carla, token));
  const members = await getData(otto.GET('/api/organizations/{publicId}/members', { params }));
  expect(members.content.map(({ email, role }) => `${email} ${role}`).toSorted()).toEqual([
    'carla@example.com MEMBER',
    'otto@example.com ORG_ADMIN',
  ]);
  const invitations = await getData(otto.GET('/api/organizations/{publicId}/invitations', { params }));
  expect(invitations.content).toContainEqual(expect.objectContaining({ invitationId, status: 'ACCEPTED' }));
  expect(await getData(carla.GET('/api/templates/{publicId}', template))).toMatchObject({ name: 'Letter' });
});

test('an API key does what its scopes say until it is revoked', async () => {
  const body = { name: 'Nightly', scopes: ['read' as const] };
  const { keyId, secret } = await getData(anna.POST('/api/me/api-keys', { body }));
  const program = clients.client({ accessToken: async () => secret });
  expect(Array.isArray(await getData(program.GET('/api/templates')))).toBe(true);
  const workflow = { name: 'x', stepsJson: { nodes: [], edges: [] } };
  const rejected = await errorOf(program.POST('/api/workflows', { body: workflow }));
  expect([rejected.status, rejected.code]).toEqual([403, 'API_KEY_REFUSED']);
  await getData(anna.DELETE('/api/me/api-keys/{keyId}', { params: { path: { keyId } } }));
  expect((await errorOf(program.GET('/api/templates'))).status).toBe(401);
  expect(await getData(anna.GET('/api/me/api-keys'))).toEqual([]);
});

test('a plan limits the documents of an account, and the usage report shows the usage', async () => {
  const { email } = await createUser(app, { role: 'ADMIN' });
  const admin = await clients.logIn(email);
  const dora = await clients.signUp('dora@example.com');
  const { publicId } = await getData(dora.GET('/api/me'));
  const plan = { params: { path: { publicId } }, body: { nickname: 'Trial', actionLimit: 1 } };
  expect((await errorOf(dora.PUT('/api/admin/users/{publicId}/plan', plan))).status).toBe(403);
  await getData(admin.PUT('/api/admin/users/{publicId}/plan', plan));

  const { publicId: templateId } = await upload(dora);
  const stamp = (rows: string) => {
    const body = { templateId, file: new File([rows], 'rows.csv') };
    return dora.POST('/api/stamper/stamp', { body, bodySerializer: toForm, parseAs: 'arrayBuffer' });
  };
  await getData(stamp('Name\r\nAda\r\n'));
  const rejected = await errorOf(stamp('Name\r\nBob\r\n'));
  expect([rejected.status, rejected.code]).toEqual([403, 'ACTION_LIMIT_REACHED']);
  const usage = await getData(dora.GET('/api/usage'));
  expect(usage).toMatchObject({ actions: 1, actionLimit: 1, actionsLeft: 0 });
  expect((await getData(dora.GET('/api/me'))).subscriptions).toMatchObject([{ nickname: 'Trial' }]);
});

test.each([
  ['1970-00-00', 'from must be an existing date in the form YYYY-MM-DD.'],
  ['2026-02-29', 'from must be an existing date in the form YYYY-MM-DD.'],
])('an error has the member and the expected form: from=%s', async (from, detail) => {
  const rejection = await errorOf(anna.GET('/api/usage', { params: { query: { from } } }));
  expect([rejection.status, rejection.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(rejection.problem?.errors).toEqual([{ path: 'from', message: detail.slice(5, -1) }]);
  expect(rejection.message).toBe(`/api/usage returned 400: The query string is not valid: ${detail}`);
});

test('an error lists every wrong member at once', async () => {
  const body = { name: ' ', scopes: [], expiresAt: 'tomorrow' };
  const rejection = await errorOf(anna.POST('/api/me/api-keys', { body }));
  const failedPaths = rejection.problem?.errors?.map(({ path }) => path);
  expect(new Set(failedPaths)).toEqual(new Set(['name', 'scopes', 'expiresAt']));
});
