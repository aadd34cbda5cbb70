import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { upsertTemplate } from '../../../src/cli/demo/templates.ts';
import { postOrder, upsertWorkflow, waitForRun } from '../../../src/cli/demo/workflows.ts';
import { getData, logIn } from '../../../src/client/client.ts';
import { loadConfig } from '../../../src/config.ts';
import { startEmbeddedPostgres } from '../../../src/dev/embedded-postgres/server.ts';
import { getTemporalProgram } from '../../../src/dev/embedded-temporal/program.ts';
import { findCacheFolder } from '../../../src/infra/cache-folder.ts';
import { createLogger } from '../../../src/infra/logger.ts';
import { probeEngine } from '../../../src/infra/temporal/engine-probe.ts';
import { runMain } from '../../support/program.ts';
import { makeAuthority, makeCertificate } from '../../support/tls/certificates.ts';
import { startSecurePostgres } from '../../support/tls/secure-postgres.ts';
import { startTemporalCluster } from '../topology/temporal-cluster.ts';
import { getTemporalPrograms } from '../topology/temporal-programs.ts';
import { SERVER_NAME, startSecuredTemporal } from './secured-temporal.ts';

/**
 * npm run tool -- secured: the program against a real Temporal server with TLS and client certificates and a PostgreSQL that
 * takes encrypted connections alone, with payloads encrypted. An order becomes a document; who has the wrong certificate
 * is turned away with what to do; the engine's databases do not hold the order. Takes Go once, to build the server. Ends
 * with 1 when a proof fails.
 */
const began = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`);
const folder = await mkdtemp(path.join(tmpdir(), 'secured-'));
const logger = createLogger({ LOG_LEVEL: 'silent' });
const stops: (() => Promise<unknown>)[] = [async () => rm(folder, { recursive: true, force: true })];
const part = async (name: string) => {
  const inside = path.join(folder, name);
  await mkdir(inside);
  return inside;
};
const keepFile = async (name: string, text: string) => {
  await writeFile(path.join(folder, name), text, { mode: 0o600 });
  return path.join(folder, name);
};
const prove = (what: string, holds: boolean, found: unknown) => {
  say(`${holds ? 'yes' : 'NO '}  ${what}`);
  if (!holds) throw new Error(`${what}: ${JSON.stringify(found)}`);
};

try {
  const config = loadConfig();
  const cacheDir = await findCacheFolder(config.CACHE_DIR);
  const { folder: programs } = await getTemporalPrograms({ cacheDir, onProgress: say });
  const cli = await getTemporalProgram({ cliPath: config.TEMPORAL_CLI_PATH, cacheDir, onProgress: say });
  const [authority, other] = [await makeAuthority('Authority'), await makeAuthority('Other')];
  const certificate = { authority, name: SERVER_NAME, loopback: true };
  const [server, client] = [
    await makeCertificate(certificate),
    await makeCertificate({ authority, name: 'client.test' }),
  ];
  const stranger = await makeCertificate({ authority: other, name: 'client.test' });

  const engineDatabase = await startEmbeddedPostgres({
    parentDir: await part('engine-database'),
    logger,
    durable: false,
  });
  stops.push(engineDatabase.stop);
  const { hostname, port, username, password } = new URL(engineDatabase.url);
  const environment = {
    DB: 'postgres12_pgx',
    DB_PORT: port,
    POSTGRES_SEEDS: hostname,
    POSTGRES_USER: username,
    POSTGRES_PWD: password,
    NUM_HISTORY_SHARDS: '4',
  };
  const deployFolder = path.join(import.meta.dirname, '../../../deploy/temporal');
  say('making the databases and the namespace, with a server as it comes');
  const open = await startTemporalCluster({
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
    folder: await part('open'),
    logger,
  });
  await open.stop();
  say('starting the server again, with TLS everywhere');
  const engine = await startSecuredTemporal({
    program: path.join(programs, 'temporal-server'),
    environment,
    deployFolder,
    folder: await part('engine'),
    authority,
    server,
    client,
  });
  stops.push(() => engine.server.stop());

  const ask = (ca: string, own: { cert: string; key: string } | null) =>
    probeEngine({
      address: engine.address,
      namespace: 'default',
      security: {
        tls: {
          serverNameOverride: SERVER_NAME,
          serverRootCACertificate: Buffer.from(ca),
          ...(own && { clientCertPair: { crt: Buffer.from(own.cert), key: Buffer.from(own.key) } }),
        },
      },
    });
  for (const [who, probe, setting] of [
    ['without a certificate', await ask(authority.cert, null), 'TEMPORAL_TLS_CLIENT_CERT_PATH'],
    [
      'with a certificate of another authority',
      await ask(authority.cert, stranger),
      'TEMPORAL_TLS_CLIENT_CERT_PATH',
    ],
    ['who trusts another authority', await ask(other.cert, client), 'TEMPORAL_TLS_SERVER_CA_CERT_PATH'],
  ] as const) {
    const told = probe.outcome === 'answers' ? '' : probe.advice;
    prove(`a client ${who} is turned away and told of ${setting}`, told.includes(setting), probe);
  }

  const database = await startSecurePostgres({ folder: await part('database'), certificate: server, logger });
  stops.push(database.stop);
  const ca = await keepFile('authority.pem', authority.cert);
  const program = await runMain({
    DATA_DIR: await part('data'),
    DATABASE_URL: `${database.url}?sslmode=verify-full&sslrootcert=${ca}`,
    TEMPORAL_ADDRESS: engine.address,
    TEMPORAL_TASK_QUEUE: 'secured',
    TEMPORAL_TLS_SERVER_NAME: SERVER_NAME,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca,
    TEMPORAL_TLS_CLIENT_CERT_PATH: await keepFile('client.pem', client.cert),
    TEMPORAL_TLS_CLIENT_KEY_PATH: await keepFile('client.key', client.key),
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
  prove('an order becomes a document', run.documents.length === 1, run);
  const params = { path: { workflowId: workflow.publicId } };
  const { eventPayload, eventId } = await getData(
    api.GET('/api/workflows/{workflowId}/webhook/latest-event', { params }),
  );
  const word = 'Zofia.Wisniewska@mail.example';
  prove(`its id is in the engine's database`, (await countIn(engineDatabase.url, eventId)) > 0, eventId);
  const found = await countIn(engineDatabase.url, word);
  prove(`a word of it, ${JSON.stringify(word)}, is not`, eventPayload.includes(word) && found === 0, found);
} finally {
  for (const stop of stops.reverse()) await stop().catch((error: unknown) => console.error(error));
}

/** How many rows of the engine's two databases hold a text, in columns of any kind. */
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
      const given = type === 'bytea' ? Buffer.from(text) : text;
      const answer = await client.query<{ count: number }>(
        `select count(*)::int as count from "${table}" where ${position} > 0`,
        [given],
      );
      count += answer.rows[0]?.count ?? 0;
    }
    await client.end();
  }
  return count;
}
