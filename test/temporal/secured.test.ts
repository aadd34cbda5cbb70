import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { findFreePort } from '../../src/dev/free-port.ts';
import type { TemporalSecurity } from '../../src/infra/temporal/connection-options.ts';
import { probeTemporal } from '../../src/infra/temporal/probe.ts';
import { checkTemporal } from '../../src/process/check-temporal.ts';
import { startMain } from '../support/program.ts';
import { endedRun, sendEvent, startRunApp } from '../support/runs/run-app.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder } from '../support/stack/stack.ts';
import { makeAuthority, makeCertificate } from '../support/tls/certificates.ts';
import { startSecureTemporal } from '../support/tls/secure-temporal.ts';
import { until } from '../support/until.ts';
import { createWorkflow } from '../support/workflows/create-workflow.ts';

const target = await temporalAddress();
const folder = await mkdtemp(path.join(await testFolder('secured'), 'tls-'));
const authority = await makeAuthority('Authority');
const server = await makeCertificate({ authority, name: 'temporal.test' });
const own = await makeCertificate({ authority, name: 'client.test' });
/** The real server behind TLS that asks for a client's certificate and an API key. */
const secure = await startSecureTemporal({ target, server, clientAuthority: authority, apiKey: 'the-key' });

afterAll(() => secure.close());

const whole = (more: TemporalSecurity['tls'] = {}): TemporalSecurity => ({
  apiKey: 'the-key',
  tls: {
    serverNameOverride: 'temporal.test',
    serverRootCACertificate: Buffer.from(authority.cert),
    clientCertPair: { crt: Buffer.from(own.cert), key: Buffer.from(own.key) },
    ...(typeof more === 'object' ? more : {}),
  },
});

const probe = (security: TemporalSecurity, address = secure.address, namespace = 'default') =>
  probeTemporal({ address, namespace, security });

test('a client that has everything is let in', async () => {
  expect(await probe(whole())).toEqual({ outcome: 'ready' });
});

test.each<[string, () => Promise<TemporalSecurity>, RegExp]>([
  [
    'an authority the server was not signed by',
    async () => whole({ serverRootCACertificate: Buffer.from((await makeAuthority('Other')).cert) }),
    /TEMPORAL_TLS_SERVER_CA_CERT_PATH/,
  ],
  [
    'another name than the server’s',
    async () => whole({ serverNameOverride: 'other.test' }),
    /TEMPORAL_TLS_SERVER_NAME/,
  ],
  [
    'no certificate of its own',
    async () => ({
      ...whole(),
      tls: { serverNameOverride: 'temporal.test', serverRootCACertificate: Buffer.from(authority.cert) },
    }),
    /TEMPORAL_TLS_CLIENT_CERT_PATH/,
  ],
  ['another-key', async () => ({ ...whole(), apiKey: 'another-key' }), /TEMPORAL_API_KEY/],
])('with %s it is rejected, and the advice says what to do', async (_, security, advice) => {
  const response = await probe(await security());
  expect(response).toMatchObject({ outcome: 'rejected', advice: expect.stringMatching(advice) });
});

test('a server whose certificate has expired is rejected', async () => {
  const expired = await makeCertificate({ authority, name: 'temporal.test', expired: true });
  const late = await startSecureTemporal({ target, server: expired });
  expect(await probe(whole(), late.address)).toMatchObject({
    outcome: 'rejected',
    reason: 'certificate has expired',
    advice: expect.stringContaining('Renew'),
  });
  await late.close();
});

test('a server without TLS, one that is away and one that lacks the namespace have different outcomes', async () => {
  expect(await probe(whole(), target)).toMatchObject({
    outcome: 'rejected',
    advice: expect.stringContaining('It seems not to speak TLS'),
  });
  expect(await probe(whole(), `127.0.0.1:${await findFreePort()}`)).toMatchObject({
    outcome: 'unreachable',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
  expect(await probe({}, target, 'nowhere')).toMatchObject({
    outcome: 'no namespace',
    advice: expect.stringContaining('TEMPORAL_NAMESPACE'),
  });
});

test('a server that is not up yet is waited for by a worker; an API starts without it', async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const port = await findFreePort();
  const place = { address: `127.0.0.1:${port}`, namespace: 'default', security: whole() };
  await checkTemporal({ place, role: 'api', logger });
  expect(lines.join('')).toContain('Events are accepted');
  const worker = checkTemporal({ place, role: 'worker', logger });
  await until(() => lines.some((line) => line.includes('Waiting.')));
  const late = await startSecureTemporal({
    target,
    server,
    clientAuthority: authority,
    apiKey: 'the-key',
    port,
  });
  await worker;
  await late.close();
});

const environment = async (): Promise<Record<string, string>> => {
  const write = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text, { mode: 0o600 });
    return path.join(folder, name);
  };
  return {
    TEMPORAL_ADDRESS: secure.address,
    TEMPORAL_TASK_QUEUE: 'secured',
    TEMPORAL_API_KEY: 'the-key',
    TEMPORAL_TLS_SERVER_NAME: 'temporal.test',
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: await write('authority.pem', authority.cert),
    TEMPORAL_TLS_CLIENT_CERT_PATH: await write('client.pem', own.cert),
    TEMPORAL_TLS_CLIENT_KEY_PATH: await write('client.key', own.key),
  };
};

test('API and worker reach a secured cluster by its settings alone: encrypted runs, dry runs, the schedule', async () => {
  const PAYLOAD_KEYS = `one:${randomBytes(32).toString('base64')}`;
  const app = await startRunApp('secured', { ...(await environment()), PAYLOAD_KEYS });
  const { publicId: workflowId } = await createWorkflow(app, app.owner, { status: 'ACTIVE' });
  const runId = await sendEvent(app, workflowId, { name: 'Ada' });
  expect((await endedRun(app, workflowId, runId)).status).toBe('COMPLETED');
  const dry = await app.post(`/workflows/${workflowId}/test`, {
    payload: { name: 'Ada' },
  });
  expect(dry.body).toMatchObject({ status: 'COMPLETED', nodes: [{ id: 'trigger', status: 'COMPLETED' }] });
  await until(() => secure.seen.has('CreateSchedule'));
  // The worker's connection and the API's, each with key and namespace.
  for (const call of ['PollWorkflowTaskQueue', 'StartWorkflowExecution']) {
    expect(secure.seen.get(call)).toMatchObject({
      authorization: 'Bearer the-key',
      'temporal-namespace': 'default',
    });
  }
  await app.close();
});

test('the program does not start where it is not let in, and says what to do', async () => {
  const program = startMain({
    DATA_DIR: await testFolder('secured'),
    DATABASE_URL: await emptyDatabaseUrl('secured'),
    ...(await environment()),
    TEMPORAL_API_KEY: 'another-key',
  });
  expect(await program.ended).toBe(1);
  const said = program.lines.join('\n');
  expect(said).toMatch(
    /cannot be used with namespace default \(Request unauthorized\.\)\. Check that TEMPORAL_API_KEY/,
  );
  expect(said).not.toContain('another-key');
});
