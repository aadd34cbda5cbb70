import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { upsertTemplate } from '../../../src/cli/demo/templates.ts';
import { postOrder, upsertWorkflow, waitForRun } from '../../../src/cli/demo/workflows.ts';
import { getData, logIn } from '../../../src/client/client.ts';
import { loadConfig } from '../../../src/config.ts';
import { startEmbeddedPostgres } from '../../../src/dev/embedded-postgres/server.ts';
import { getTemporalProgram } from '../../../src/dev/embedded-temporal/program.ts';
import { findCacheFolder } from '../../../src/infra/cache-folder.ts';
import { createLogger } from '../../../src/infra/logger.ts';
import { probeTemporal } from '../../../src/infra/temporal/probe.ts';
import { runMain } from '../../support/program.ts';
import { makeAuthority, makeCertificate } from '../../support/tls/certificates.ts';
import { startSecurePostgres } from '../../support/tls/secure-postgres.ts';
import { createTimedLog } from '../timed-log.ts';
import { startTemporalCluster } from '../topology/temporal-cluster.ts';
import { getTemporalPrograms } from '../topology/temporal-programs.ts';
import { SERVER_NAME, startSecuredTemporal } from './secured-temporal.ts';

export const usage = `npm run tool -- secured
Runs the service with a Temporal server that requires TLS and client certificates, a PostgreSQL that requires TLS, and
encrypted payloads. Checks that an order becomes a document, that a client with a wrong certificate is rejected with a
helpful message, and that the databases of Temporal do not contain the order. The first run builds the Temporal server,
which takes Go. Exits with 1 if a check fails.`;

export async function run(args: string[]): Promise<number> {
  parseArgs({ args });
  const log = createTimedLog();
  const folder = await mkdtemp(path.join(tmpdir(), 'secured-'));
  const logger = createLogger({ LOG_LEVEL: 'silent' });
  const stops: (() => Promise<unknown>)[] = [async () => rm(folder, { recursive: true, force: true })];
  const createFolder = async (name: string) => {
    const created = path.join(folder, name);
    await mkdir(created);
    return created;
  };
  const saveFile = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text, { mode: 0o600 });
    return path.join(folder, name);
  };
  const check = (statement: string, holds: boolean, found: unknown) => {
    log(`${holds ? 'ok    ' : 'FAILED'}  ${statement}`);
    if (!holds) throw new Error(`Not true: ${statement}. Found: ${JSON.stringify(found)}`);
  };

  try {
    const config = loadConfig();
    const cacheDir = await findCacheFolder(config.CACHE_DIR);
    const { folder: programs } = await getTemporalPrograms({ cacheDir, onProgress: log });
    const cli = await getTemporalProgram({ cliPath: config.TEMPORAL_CLI_PATH, cacheDir, onProgress: log });
    const [authority, other] = [await makeAuthority('Authority'), await makeAuthority('Other')];
    const certificate = { authority, name: SERVER_NAME, loopback: true };
    const [server, client] = [
      await makeCertificate(certificate),
      await makeCertificate({ authority, name: 'client.test' }),
    ];
    const foreign = await makeCertificate({ authority: other, name: 'client.test' });

    const temporalDatabase = await startEmbeddedPostgres({
      parentDir: await createFolder('temporal-database'),
      logger,
      durable: false,
    });
    stops.push(temporalDatabase.stop);
    const { hostname, port, username, password } = new URL(temporalDatabase.url);
    const environment = {
      DB: 'postgres12_pgx',
      DB_PORT: port,
      POSTGRES_SEEDS: hostname,
      POSTGRES_USER: username,
      POSTGRES_PWD: password,
      NUM_HISTORY_SHARDS: '4',
    };
    const deployFolder = path.join(import.meta.dirname, '../../../deploy/temporal');
    log('creating the databases and the namespace with a server without TLS');
    const unsecured = await startTemporalCluster({
      environments: {
        temporal: environment,
        'temporal-schema': {
          SQL_PLUGIN: 'postgres12_pgx',
          SQL_HOST: hostname,
          SQL_PORT: port,
          SQL_USER: username,
          SQL_PASSWORD: password,
        },
        'temporal-setup': { TEMPORAL_NAMESPACE: 'default' },
      },
      programs,
      cli,
      deployFolder,
      folder: await createFolder('open'),
      logger,
    });
    await unsecured.stop();
    log('starting the server with TLS');
    const temporal = await startSecuredTemporal({
      program: path.join(programs, 'temporal-server'),
      environment,
      deployFolder,
      folder: await createFolder('temporal'),
      authority,
      server,
      client,
    });
    stops.push(() => temporal.server.stop());

    const probe = (ca: string, own: { cert: string; key: string } | null) =>
      probeTemporal({
        address: temporal.address,
        namespace: 'default',
        security: {
          tls: {
            serverNameOverride: SERVER_NAME,
            serverRootCACertificate: Buffer.from(ca),
            ...(own && { clientCertPair: { crt: Buffer.from(own.cert), key: Buffer.from(own.key) } }),
          },
        },
      });
    for (const [description, result, setting] of [
      ['without a certificate', await probe(authority.cert, null), 'TEMPORAL_TLS_CLIENT_CERT_PATH'],
      [
        'with a certificate of another authority',
        await probe(authority.cert, foreign),
        'TEMPORAL_TLS_CLIENT_CERT_PATH',
      ],
      ['that trusts another authority', await probe(other.cert, client), 'TEMPORAL_TLS_SERVER_CA_CERT_PATH'],
    ] as const) {
      const advice = result.outcome === 'ready' ? '' : result.advice;
      check(
        `a client ${description} is rejected, and the error names ${setting}`,
        advice.includes(setting),
        result,
      );
    }

    const database = await startSecurePostgres({
      folder: await createFolder('database'),
      certificate: server,
      logger,
    });
    stops.push(database.stop);
    const ca = await saveFile('authority.pem', authority.cert);
    const program = await runMain({
      DATA_DIR: await createFolder('data'),
      DATABASE_URL: `${database.url}?sslmode=verify-full&sslrootcert=${ca}`,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_TASK_QUEUE: 'secured',
      TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca,
      TEMPORAL_TLS_CLIENT_CERT_PATH: await saveFile('client.pem', client.cert),
      TEMPORAL_TLS_CLIENT_KEY_PATH: await saveFile('client.key', client.key),
      PAYLOAD_KEYS: `one:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`,
    });
    stops.push(async () => {
      program.kill('SIGTERM');
      await program.ended;
    });
    const api = await logIn(
      { baseUrl: program.url },
      { email: 'admin@example.com', password: 'correct horse' },
    );
    const { publicId: templateId } = await upsertTemplate(api);
    const workflow = await upsertWorkflow(api, templateId);
    const runId = await postOrder(api, workflow);
    const run = await waitForRun(api, { workflowId: workflow.publicId, runId });
    check('an order becomes a document', run.documents.length === 1, run);
    const params = { path: { workflowId: workflow.publicId } };
    const { eventPayload, eventId } = await getData(
      api.GET('/api/workflows/{workflowId}/webhook/latest-event', { params }),
    );
    const value = 'Zofia.Wisniewska@mail.example';
    check(
      'the event id is in the database of Temporal',
      (await countIn(temporalDatabase.url, eventId)) > 0,
      eventId,
    );
    const found = await countIn(temporalDatabase.url, value);
    check(`the payload value ${value} is not`, eventPayload.includes(value) && found === 0, found);
    return 0;
  } finally {
    for (const stop of stops.reverse()) await stop().catch((error: unknown) => console.error(error));
  }
}

/** Number of rows in the databases of Temporal that contain a text, in columns of any type. */
async function countIn(url: string, text: string): Promise<number> {
  let count = 0;
  for (const name of ['temporal', 'temporal_visibility']) {
    const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: name }).href });
    await client.connect();
    const { rows } = await client.query<{ table: string; column: string; type: string }>(
      `select table_name as table, column_name as column, data_type as type from information_schema.columns
       where table_schema = 'public' and data_type in ('bytea', 'text', 'character varying', 'jsonb')`,
    );
    for (const { table, column, type } of rows) {
      const position =
        type === 'bytea' ? `position($1::bytea in "${column}")` : `position($1 in "${column}"::text)`;
      const parameter = type === 'bytea' ? Buffer.from(text) : text;
      const result = await client.query<{ count: number }>(
        `select count(*)::int as count from "${table}" where ${position} > 0`,
        [parameter],
      );
      count += result.rows[0]?.count ?? 0;
    }
    await client.end();
  }
  return count;
}
