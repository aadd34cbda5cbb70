import { keepTemplate } from '../../scripts/demo/templates.ts';
import { getData } from '../../src/client/client.ts';
import { loadOf } from './load.ts';
import { type BenchService, benchPassword, runProgram, startService } from './service.ts';
import { type Figure, median, quantile, timed } from './statistics.ts';

const ROUNDS = 5;
const SECONDS = 3;
const TEMPLATES = 100;
const MANY = 100_000;
const LOGINS = 500;

/**
 * Routes that every page calls, beside the same framework sending the same bytes without account, policy or database,
 * in turn; log-ins in a burst; and pages of long lists.
 */
export async function benchHttp(): Promise<Figure[]> {
  const service = await startService();
  const peer = runProgram('test/bench/peers/fastify-answers.ts');
  try {
    const peerUrl = await peer.line(/^http/);
    await insertTemplates(service, TEMPLATES);
    const accessToken = await logIn(service);
    return [
      ...(await beside(service, { accessToken, peerUrl, path: '/api/me' })),
      ...(await beside(service, { accessToken, peerUrl, path: '/api/templates' })),
      ...(await duringLogins(service, accessToken)),
      ...(await longLists(service, accessToken)),
    ];
  } finally {
    peer.kill('SIGTERM');
    await service.stop();
  }
}

async function logIn({ api }: BenchService): Promise<string> {
  const body = { email: 'admin@example.com', password: benchPassword };
  const answer = await getData(api.POST('/api/auth/login', { body }));
  if (!('accessToken' in answer)) throw new Error('The administrator asks for a second factor.');
  return answer.accessToken;
}

async function beside(
  service: BenchService,
  { accessToken, peerUrl, path }: { accessToken: string; peerUrl: string; path: string },
): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const url = new URL(path, service.url).href;
  const name = path.slice('/api/'.length);
  const body = await (await fetch(url, { headers })).text();
  const peer = new URL(name, peerUrl).href;
  await fetch(peer, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const ratios: number[] = [];
  const p99s: number[] = [];
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await loadOf(peer, { seconds: SECONDS });
    const ours = await loadOf(url, { headers, seconds: SECONDS });
    ratios.push(ours.perSecond / bare.perSecond);
    p99s.push(ours.p99);
    speeds.push(ours.perSecond);
  }
  return [
    { what: `GET ${path}, ${body.length} bytes, a second`, value: median(speeds), unit: '/s' },
    {
      what: `GET ${path} beside bare Fastify, median of rounds`,
      value: median(ratios),
      unit: 'x',
      bound: { at: 0.6, side: 'at least' },
    },
    {
      what: `GET ${path}, p99 of 32 connections`,
      value: median(p99s),
      unit: 'ms',
      bound: { at: 50, side: 'at most' },
    },
  ];
}

/** All at once; what is over the queue is told to come back. */
async function duringLogins(service: BenchService, accessToken: string): Promise<Figure[]> {
  const times: number[] = [];
  let isRunning = true;
  const headers = { authorization: `Bearer ${accessToken}` };
  const me = new URL('/api/me', service.url);
  const asking = (async () => {
    while (isRunning) times.push(await timed(async () => (await fetch(me, { headers })).text()));
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
    { what: `${LOGINS} log-ins at once: told to come back (429)`, value: count(429), unit: '' },
    {
      what: `${LOGINS} log-ins at once: anything else`,
      value: LOGINS - count(200) - count(429),
      unit: '',
      bound: { at: 0, side: 'at most' },
    },
    { what: `${LOGINS} log-ins at once, all answered`, value: seconds, unit: 's' },
    {
      what: 'GET /api/me meanwhile, p99',
      value: quantile(times, 0.99),
      unit: 'ms',
      bound: { at: 300, side: 'at most' },
    },
  ];
}

async function insertTemplates({ api, database }: BenchService, count: number): Promise<void> {
  await keepTemplate(api);
  const copy = (table: string, column: string) =>
    database.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object(
         'id', nextval(pg_get_serial_sequence('${table}', 'id')),
         '${column}', left(t.${column}, 24) || lpad(n::text, 6, '0')))).*
       from (select * from ${table} order by id limit 1) t, generate_series(1, $1::int) n`,
      [count - 1],
    );
  await copy('template_version', 'template_public_id');
  await copy('template', 'public_id');
}

/** Pages at the beginning and far in, by the clock of a client. */
async function longLists({ url, database }: BenchService, accessToken: string): Promise<Figure[]> {
  await database.query(
    `insert into user_account (public_id, email, password_hash, application_role, is_enabled, is_verified)
     select 'usr_' || lpad(n::text, 26, '0'), 'user' || n || '@example.com', 'x', 'MEMBER', true, true
     from generate_series(1, $1::int) n`,
    [MANY],
  );
  await database.query('analyze user_account');
  const figures: Figure[] = [];
  for (const query of ['page=0', 'page=4900', 'search=user4711', 'search=nobody-has-this']) {
    const headers = { authorization: `Bearer ${accessToken}` };
    const ask = async () => (await fetch(new URL(`/api/admin/users?${query}`, url), { headers })).text();
    await ask();
    const times: number[] = [];
    for (let i = 0; i < 20; i++) times.push(await timed(ask));
    figures.push({
      what: `GET /api/admin/users?${query} of ${MANY}`,
      value: median(times),
      unit: 'ms',
      bound: { at: 20, side: 'at most' },
    });
  }
  return figures;
}
