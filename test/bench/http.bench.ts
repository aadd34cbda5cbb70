import { upsertTemplate } from '../../src/cli/demo/templates.ts';
import { getData } from '../../src/client/client.ts';
import { findResidentMemory } from '../../src/sandbox/process-usage.ts';
import { besidePeers } from './beside-peers.ts';
import { type BenchService, benchPassword, runProgram, startService } from './service.ts';
import { type Figure, median, quantile, timed } from './statistics.ts';

const TEMPLATES = 100;
const MANY = 100_000;
const LOGINS = 500;
/** Two hashes of 19 MiB at once at most, and what 500 requests hold. */
const LOGIN_MEMORY = 96;

/** Routes that every page calls, compared with peers that send the same bytes; a burst of logins; and long lists. */
export async function benchHttp(): Promise<Figure[]> {
  const service = await startService();
  const statement = runProgram('test/bench/peers/fastify-statement.ts', {
    env: { DATABASE_URL: service.parts.postgres?.url ?? '' },
  });
  const same = runProgram('test/bench/peers/fastify-same.ts');
  const bare = runProgram('test/bench/peers/fastify-memory.ts');
  try {
    const peers = {
      statement: { url: await statement.line(/^http/), pid: statement.pid },
      same: { url: await same.line(/^http/), pid: same.pid },
      bare: { url: await bare.line(/^http/), pid: bare.pid },
    };
    await insertTemplates(service, TEMPLATES);
    const accessToken = await logIn(service);
    return [
      ...(await besidePeers(service, { accessToken, peers, path: '/api/me' })),
      ...(await besidePeers(service, { accessToken, peers, path: '/api/templates' })),
      ...(await duringLogins(service, accessToken)),
      ...(await longLists(service, accessToken)),
    ];
  } finally {
    statement.kill('SIGTERM');
    same.kill('SIGTERM');
    bare.kill('SIGTERM');
    await service.stop();
  }
}

async function logIn({ api }: BenchService): Promise<string> {
  const body = { email: 'admin@example.com', password: benchPassword };
  const result = await getData(api.POST('/api/auth/login', { body }));
  if (!('accessToken' in result)) throw new Error('The administrator asks for a second factor.');
  return result.accessToken;
}

/** All at the same time; those beyond the queue get a 429. */
async function duringLogins(service: BenchService, accessToken: string): Promise<Figure[]> {
  const times: number[] = [];
  const before = await readMemory(service.pid);
  let peak = before;
  let isRunning = true;
  const headers = { authorization: `Bearer ${accessToken}` };
  const me = new URL('/api/me', service.url);
  const asking = (async () => {
    while (isRunning) {
      times.push(await timed(async () => (await fetch(me, { headers })).text()));
      peak = Math.max(peak, await readMemory(service.pid));
    }
  })();
  const begin = performance.now();
  const logins = Array.from({ length: LOGINS }, async () => {
    const response = await fetch(new URL('/api/auth/login', service.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@example.com', password: benchPassword }),
    });
    await response.text();
    return response.status;
  });
  const statuses = await Promise.all(logins);
  const seconds = (performance.now() - begin) / 1000;
  isRunning = false;
  await asking;
  const count = (status: number) => statuses.filter((one) => one === status).length;
  return [
    { what: `${LOGINS} log-ins at once: logged in`, value: count(200), unit: '' },
    { what: `${LOGINS} log-ins at once: rejected (429)`, value: count(429), unit: '' },
    {
      what: `${LOGINS} log-ins at once: anything else`,
      value: LOGINS - count(200) - count(429),
      unit: '',
      bound: { at: 0, side: 'at most' },
    },
    { what: `${LOGINS} log-ins at once, until the last response`, value: seconds, unit: 's' },
    {
      what: `${LOGINS} log-ins at once, memory of the process beyond before`,
      value: peak - before,
      unit: 'MB',
      bound: { at: LOGIN_MEMORY, side: 'at most' },
    },
    {
      what: 'GET /api/me meanwhile, p99',
      value: quantile(times, 0.99),
      unit: 'ms',
      bound: { at: 300, side: 'at most' },
    },
  ];
}

/** Megabytes in memory. */
async function readMemory(pid: number): Promise<number> {
  return ((await findResidentMemory(pid)) ?? Number.NaN) / 1024 / 1024;
}

/** The administrator's templates. */
async function insertTemplates(service: BenchService, count: number): Promise<void> {
  await upsertTemplate(service.api);
  await copyTemplates(service, { from: 1, to: count - 1, template: {}, version: {} });
}

/** Copies of the first template, with further members changed. */
async function copyTemplates(
  { database }: BenchService,
  { from, to, template, version }: { from: number; to: number; template: object; version: object },
): Promise<void> {
  const copy = (table: string, column: string, changed: object) =>
    database.query(
      `insert into ${table} select copy.*
       from (select * from ${table} order by id limit 1) t, generate_series($1::int, $2::int) n,
         jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(
           'id', nextval(pg_get_serial_sequence('${table}', 'id')),
           '${column}', left(t.${column}, 24) || lpad(n::text, 6, '0')) || $3::jsonb) copy`,
      [from, to, JSON.stringify(changed)],
    );
  await copy('template_version', 'template_public_id', version);
  await copy('template', 'public_id', template);
}

/** Pages at the beginning and far in, and one account's templates among those of others, by the clock of a client. */
async function longLists(service: BenchService, accessToken: string): Promise<Figure[]> {
  const { url, database } = service;
  const { rows } = await database.query<{ id: string }>(
    `insert into user_account (public_id, email, password_hash, application_role, is_enabled, is_verified)
     select 'usr_' || lpad(n::text, 26, '0'), 'user' || n || '@example.com', 'x', 'MEMBER', true, true
     from generate_series(1, $1::int) n returning id`,
    [MANY],
  );
  await copyTemplates(service, {
    from: TEMPLATES,
    to: MANY - 1,
    template: { owner_id: rows[0]?.id },
    // Lists never read these columns, which would need gigabytes.
    version: { inventory: '{}', json: null },
  });
  // As autovacuum leaves tables soon after such a load.
  for (const table of ['user_account', 'template', 'template_version']) {
    await database.query(`vacuum analyze ${table}`);
  }
  const users = ['page=0', 'page=4900', 'search=user4711', 'search=no-such-user'];
  const lists = [
    ...users.map((query) => ({ path: `/api/admin/users?${query}`, among: `of ${MANY}` })),
    { path: '/api/templates', among: `${TEMPLATES} of ${MANY}` },
    { path: '/api/templates/metadata', among: `${TEMPLATES} of ${MANY}` },
  ];
  const figures: Figure[] = [];
  for (const { path, among } of lists) {
    const headers = { authorization: `Bearer ${accessToken}` };
    const ask = async () => (await fetch(new URL(path, url), { headers })).text();
    await ask();
    const times: number[] = [];
    for (let i = 0; i < 20; i++) times.push(await timed(ask));
    figures.push({
      what: `GET ${path}, ${among}`,
      value: median(times),
      unit: 'ms',
      bound: { at: 20, side: 'at most' },
    });
  }
  return figures;
}
