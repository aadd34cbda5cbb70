import { endedRuns, exampleEvent, openMainJob, openSession } from '../../support/main-job.ts';
import { runMain } from '../../support/program.ts';
import { temporalAddress, testFolder, testTaskQueue } from '../../support/stack/stack.ts';
import { until } from '../../support/until.ts';

/**
 * The whole log at debug level, PostgreSQL's included, while people work and things go wrong.
 * Everything that is sent has the mark in it, and the secrets in responses are remembered.
 */
const MARK = 'canary4417';
const PASSWORD = 'first password of all';
const EMAIL = `${MARK}@example.org`;

const secrets: string[] = [PASSWORD];

const program = await runMain({
  DATA_DIR: await testFolder('logs'),
  TEMPORAL_ADDRESS: await temporalAddress(),
  TEMPORAL_TASK_QUEUE: testTaskQueue('logs'),
  LOG_LEVEL: 'debug',
  ADMIN_PASSWORD: PASSWORD,
  // Nothing listens there.
  SMTP_URL: `smtp://${MARK}:${MARK}@127.0.0.1:9`,
  RATE_LIMIT_PER_MINUTE: '0',
  AUTH_RATE_LIMIT_PER_MINUTE: '0',
});
const admin = await openSession(program.url, { email: 'admin@example.com', password: PASSWORD });

afterAll(async () => {
  program?.kill('SIGTERM');
  await program?.ended;
});

const at = (url: string, init: RequestInit = {}) => fetch(`${program.url}${url}`, init);
const asJson = { 'content-type': 'application/json' };
const post = (url: string, body: object) =>
  at(url, { method: 'POST', headers: asJson, body: JSON.stringify(body) });

/** Passwords, tokens, cookies, keys and addresses, right ones and wrong ones. */
async function workOnAccounts(): Promise<void> {
  const login = await post('/api/auth/login', { email: 'admin@example.com', password: PASSWORD });
  const cookie = login.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
  secrets.push(((await login.json()) as { accessToken: string }).accessToken);
  secrets.push(...cookie.map((text) => text.split('=')[1] ?? ''));
  await at('/api/auth/refresh-token', { method: 'POST', headers: { cookie: cookie.join('; ') } });
  await post('/api/auth/login', { email: EMAIL, password: MARK });
  await post('/api/auth/register', { email: EMAIL, password: `${MARK} password` });
  await post('/api/auth/register', { email: EMAIL, password: `${MARK} password` });
  await post('/api/auth/register', { email: `${MARK} no address`, password: MARK });
  await post('/api/auth/request-reset', { email: EMAIL });
  await post('/api/auth/reset-password', { token: MARK, newPassword: `${MARK} new` });
  await at(`/api/auth/verify?token=${MARK}`);
  await at('/api/me', { headers: { authorization: `Bearer ${MARK}.${MARK}.${MARK}`, cookie: `a=${MARK}` } });
  const key = await admin.json('POST', '/api/me/api-keys', { name: MARK, scopes: ['read'] });
  const twoFactor = await admin.json('POST', '/api/me/2fa/setup', {});
  secrets.push(...[key.secret, twoFactor.secret, twoFactor.otpauthUri].map(String));
  await admin.send('POST', '/api/me/2fa/enable', { code: '000000' });
  const { publicId } = await admin.json('POST', '/api/organizations', { name: MARK });
  await admin.send('POST', `/api/organizations/${publicId}/invitations`, { email: EMAIL, role: 'MEMBER' });
  await admin.send('GET', `/api/admin/users?search=${MARK}`);
  await at(`/api/${MARK}?q=${MARK}`);
  await at('/api/auth/login', { method: 'POST', headers: asJson, body: `{"email": ${MARK}` });
}

/** Rows and files, good ones and bad ones. */
async function stamp(templateId: string): Promise<void> {
  const rows = `Customer,Days\n${MARK},3\n${MARK},${MARK}\n`;
  for (const [name, text] of [
    [`${MARK}.csv`, rows],
    ['broken.csv', `Customer,Customer\n"${MARK}`],
    ['broken.xlsx', MARK],
  ] as const) {
    for (const url of ['/api/stamper/check', '/api/stamper/stamp']) {
      const form = new FormData();
      form.set('templateId', templateId);
      form.set('namingPattern', `${MARK} [Customer]`);
      form.set('file', new Blob([text]), name);
      await (await admin.send('POST', url, form)).arrayBuffer();
    }
  }
  const form = new FormData();
  form.set('name', MARK);
  form.set('file', new Blob([`%PDF-1.7\n${MARK}\n%%EOF`], { type: 'application/pdf' }), `${MARK}.pdf`);
  await admin.send('POST', '/api/templates', form);
}

/** Events that are stored, that fail in a run, and that are rejected. */
async function sendEvents(workflowId: string): Promise<void> {
  const event = await exampleEvent();
  const marked = { ...event, customer: { ...event.customer, company: MARK, register: MARK } };
  const failing = { ...marked, customer: { ...marked.customer, company: { name: MARK } } };
  const send = (body: string, headers: Record<string, string> = {}) =>
    at(`/api/workflows/${workflowId}/webhook`, { method: 'POST', body, headers });
  const key = { 'idempotency-key': MARK, 'x-request-id': 'followed-through' };
  expect((await send(JSON.stringify(marked), key)).status).toBe(202);
  expect((await send(JSON.stringify(failing))).status).toBe(202);
  await send(`{"order": ${MARK}`);
  await send(JSON.stringify({ order: MARK, [MARK]: MARK }));
  await send(JSON.stringify({ ...marked, remarks: `\u0000${MARK}` }));
}

/** A node that mails, to a server that is away. */
async function sendMail(): Promise<string> {
  const data = { to: EMAIL, subject: `${MARK} \${event.name}`, body: `\${event.name}` };
  const nodes = [
    { id: 'start', type: 'webhookTrigger', position: { x: 0, y: 0 }, data: {} },
    { id: MARK, type: 'emailNode', position: { x: 0, y: 0 }, data },
  ];
  const edges = [{ id: 'edge', source: 'start', target: MARK }];
  const steps = { name: MARK, triggerType: 'webhook', stepsJson: { nodes, edges } };
  const { publicId = '' } = await admin.json('POST', '/api/workflows', steps);
  await admin.json('PUT', `/api/workflows/${publicId}`, { status: 'ACTIVE' });
  await post(`/api/workflows/${publicId}/webhook`, { name: MARK });
  return publicId;
}

type Line = Record<string, unknown>;
const lines = () =>
  program.lines.flatMap((line): Line[] => (line.startsWith('{') ? [JSON.parse(line) as Line] : []));
const logged = (msg: string, with_: Line = {}) =>
  lines().filter(
    (line) => line.msg === msg && Object.entries(with_).every(([name, value]) => line[name] === value),
  );

test('no line holds a secret or anything that was sent', async () => {
  await workOnAccounts();
  const { templateId, workflowId } = await openMainJob(admin);
  await stamp(templateId);
  await sendEvents(workflowId);
  const mailing = await sendMail();
  const statuses = await endedRuns(admin, workflowId, 3);
  expect(statuses.toSorted()).toEqual(['COMPLETED', 'COMPLETED', 'FAILED']);
  await endedRuns(admin, mailing, 1);
  await until(async () => logged('mail not sent; retrying').length >= 3);
  expect(logged('request rejected').length).toBeGreaterThan(5);
  expect(logged('webhook rejected').length).toBeGreaterThan(1);
  // The first administrator's password, an access and a refresh token, an API key, a two-factor secret and its address.
  expect(secrets.filter((secret) => secret.length > 10)).toHaveLength(6);
  const found = program.lines.filter((line) => [MARK, ...secrets].some((secret) => line.includes(secret)));
  expect(found).toEqual([]);
});

test('request, event and run lead from one line to the next', async () => {
  const [stored] = logged('event stored', { requestId: 'followed-through' });
  const { eventId } = stored ?? {};
  expect(eventId).toMatch(/^evt_/);
  const [started] = logged('run started', { eventId: eventId as string });
  expect(logged('run ended', { runId: started?.runId as string })).toMatchObject([{ status: 'COMPLETED' }]);
  const [failed] = logged('node failed');
  expect(failed).toMatchObject({ error: { code: 'NODE_FAILED' } });
  expect(logged('run started', { runId: failed?.runId as string })).toMatchObject([
    { eventId: failed?.eventId as string },
  ]);
  expect(logged('request completed', { requestId: 'followed-through' })).toMatchObject([{ status: 202 }]);
});
