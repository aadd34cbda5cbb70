import { type Cost, costOf } from './cost.ts';
import { type Load, loadOf } from './load.ts';
import type { BenchService } from './service.ts';
import { type Figure, median } from './statistics.ts';

const ROUNDS = 5;
/** Until all are compiled: a service runs for weeks. */
const WARM_UP_ROUNDS = 2;
const SECONDS = 3;

/**
 * Compares a route with peers that receive and send the same bytes, in alternating rounds: the same Fastify without
 * authentication, policy and ORM, with one statement per request; and two that respond from memory, the same Fastify and
 * a bare one. Reports rates, and CPU times, on which other programs of the machine have less influence.
 */
export async function besidePeers(
  service: BenchService,
  {
    accessToken,
    peers,
    path,
  }: { accessToken: string; peers: { statement: Peer; same: Peer; bare: Peer }; path: string },
): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const url = new URL(path, service.url).href;
  const body = await (await fetch(url, { headers })).text();
  const statement = new URL(path, peers.statement.url).href;
  const response = await (await fetch(statement, { headers })).text();
  if (response !== body) throw new Error(`${statement}: the response of the peer differs.`);
  const same = await teach(new URL(path, peers.same.url).href, body);
  const bare = await teach(new URL(path, peers.bare.url).href, body);
  const database = service.parts.postgres?.pid ?? service.pid;
  const measure = async (): Promise<Round> => ({
    bare: await loadOf(bare, { headers, seconds: SECONDS }),
    statement: await costOf({ pid: peers.statement.pid, database }, () =>
      loadOf(statement, { headers, seconds: SECONDS }),
    ),
    same: await costOf(peers.same, () => loadOf(same, { headers, seconds: SECONDS })),
    ours: await costOf({ pid: service.pid, database }, () => loadOf(url, { headers, seconds: SECONDS })),
  });
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await measure();
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measure());
  const ratio = (peer: 'statement' | 'same' | 'bare') =>
    median(rounds.map((round) => round.ours.perSecond / round[peer].perSecond));
  return [
    {
      what: `GET ${path}, ${body.length} bytes, a second`,
      value: median(rounds.map(({ ours }) => ours.perSecond)),
      unit: '/s',
    },
    {
      what: `GET ${path} beside the same Fastify without auth, policy, ORM`,
      value: ratio('statement'),
      unit: 'x',
      bound: { at: 0.2, side: 'at least' },
    },
    { what: `GET ${path} beside the same Fastify that reads nothing`, value: ratio('same'), unit: 'x' },
    { what: `GET ${path} beside a bare Fastify that reads nothing`, value: ratio('bare'), unit: 'x' },
    {
      what: `GET ${path}, processor time of the process a request`,
      value: median(rounds.map(({ ours }) => ours.process)),
      unit: 'µs',
    },
    {
      what: `GET ${path}, processor time of PostgreSQL a request`,
      value: median(rounds.map(({ ours }) => ours.database)),
      unit: 'µs',
    },
    {
      what: `GET ${path}, the same of the same Fastify with a statement a request`,
      value: median(rounds.map(({ statement }) => statement.process)),
      unit: 'µs',
    },
    {
      what: `GET ${path}, and of PostgreSQL for it`,
      value: median(rounds.map(({ statement }) => statement.database)),
      unit: 'µs',
    },
    {
      what: `GET ${path}, processor time of the same Fastify that reads nothing`,
      value: median(rounds.map(({ same }) => same.process)),
      unit: 'µs',
    },
    {
      what: `GET ${path}, p99 of 32 connections`,
      value: median(rounds.map(({ ours }) => ours.p99)),
      unit: 'ms',
      bound: { at: 50, side: 'at most' },
    },
  ];
}

interface Round {
  ours: Load & Cost;
  statement: Load & Cost;
  same: Load & Cost;
  bare: Load;
}

interface Peer {
  url: string;
  pid: number;
}

/** Sets the response of a peer. */
async function teach(url: string, body: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`${url}: the peer responded with ${response.status}.`);
  return url;
}
