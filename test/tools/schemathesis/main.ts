import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { examples } from '../../../src/cli/demo/templates.ts';
import { type ApiClient, createClient } from '../../../src/client/client.ts';
import { readRunningParts } from '../../../src/dev/data-folder.ts';
import { runMain } from '../../support/program.ts';
import { type Description, nameKnownValues } from './known-values.ts';
import { createAccounts, makeSeeds } from './seeds.ts';
import { describeSettings } from './settings.ts';
import { judge, readTally, subtract, type Tally } from './tally.ts';

/**
 * npm run tool -- schemathesis [option …]: Schemathesis, every check but one, against a service of its own, as a member, as an
 * administrator, and as a member who is ORG_ADMIN. Paths name things that exist; refusals.ts tells where a request that
 * fits its schema may be refused. Prints which statuses each operation has met, and fails when some operation was never
 * let in. Its program is taken from SCHEMATHESIS, by default `schemathesis` of the PATH (`pip install schemathesis`).
 * SCHEMATHESIS_SECONDS bounds the longer part of each attack, 120 by default.
 */
const program = process.env.SCHEMATHESIS ?? 'schemathesis';
const seconds = Number(process.env.SCHEMATHESIS_SECONDS ?? 120);
const password = 'correct horse';
const attackers = ['member', 'admin', 'organizer'];

const description = JSON.parse(
  await readFile(path.join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
) as Description;
/** As `METHOD /path/{parameter}`. */
const operations = Object.entries(description.paths).flatMap(([url, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`),
);
const dataDir = await mkdtemp(path.join(tmpdir(), 'schemathesis-'));
const service = await runMain({
  DATA_DIR: dataDir,
  RATE_LIMIT_PER_MINUTE: '0',
  AUTH_RATE_LIMIT_PER_MINUTE: '0',
  WEBHOOK_RATE_LIMIT_PER_MINUTE: '0',
  METRICS_PORT: '0',
});
const metricsUrl = /http:[^"\s]+\/metrics/.exec(await service.line(/metrics are at/))?.[0] ?? '';

interface Session {
  api: ApiClient;
  /** What a request of this session brings along. */
  headers: Record<string, string>;
}

async function logIn(email: string): Promise<Session> {
  const { data, response } = await createClient({ baseUrl: service.url }).POST('/api/auth/login', {
    body: { email, password },
  });
  if (data === undefined || !('accessToken' in data)) throw new Error(`${email} cannot log in`);
  const [cookie = ''] = response.headers.get('set-cookie')?.split(';') ?? [];
  return {
    api: createClient({ baseUrl: service.url, accessToken: data.accessToken }),
    headers: { Authorization: `Bearer ${data.accessToken}`, Cookie: cookie },
  };
}

/** One pass in which every operation gets its turn, however slow the machine is; then whatever the time allows. */
const passes: Record<string, string>[] = [
  { phases: 'fuzzing', 'max-examples': '8' },
  { 'max-time': String(seconds) },
];

async function attack(
  headers: Record<string, string>,
  { settings, known, pass }: { settings: string; known: Description; pass: Record<string, string> },
): Promise<number> {
  const config = path.join(dataDir, 'schemathesis.toml');
  await writeFile(config, settings);
  const file = path.join(dataDir, 'openapi.json');
  await writeFile(file, JSON.stringify(known));
  const options = {
    // All others are on; `checks: 'all'` would take back what the settings say of single operations.
    // An unknown method would have to be 405, which is none of the statuses of this API: it is 404.
    'exclude-checks': 'unsupported_method',
    ...pass,
    'request-timeout': '30',
    seed: '1',
    'generation-database': ':memory:',
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const sent = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const args = ['--config-file', config, 'run', file, '--url', service.url, ...given, ...sent];
  const child = spawn(program, [...args, ...process.argv.slice(2)], { cwd: dataDir, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return Number(code ?? 1);
}

try {
  const { postgres } = await readRunningParts(dataDir);
  const database = new pg.Client({ connectionString: postgres?.url });
  await database.connect();
  const accounts = createAccounts(database);
  const pdf = await readFile(path.join(examples, 'form.pdf'));
  const codes: number[] = [];
  const tallies = new Map<string, Tally>();
  for (const name of attackers) {
    const email = `${name}@example.com`;
    if (name !== 'admin') await accounts.add(email);
    const [{ api, headers }, root] = [await logIn(email), await logIn('admin@example.com')];
    const organizer = name === 'organizer' ? email : null;
    const seeds = await makeSeeds({ name, api, root: root.api, accounts, organizer, pdf });
    console.log(`\nAs ${email}`);
    const before = await readTally(metricsUrl);
    const settings = describeSettings(operations, seeds);
    const known = nameKnownValues(description, { seeds, email, password });
    for (const pass of passes) codes.push(await attack(headers, { settings, known, pass }));
    tallies.set(name, subtract(await readTally(metricsUrl), before));
  }
  await database.end();
  const { lines, unmet } = judge(operations, tallies);
  console.log(`\n${lines.join('\n')}`);
  if (unmet.length > 0) console.error(`\nNever let in:\n  ${unmet.join('\n  ')}`);
  const faults = service.lines.filter((line) => line.includes('"level":50'));
  if (faults.length > 0) console.error(['The service logged faults:', ...faults.slice(0, 20)].join('\n'));
  process.exitCode = Math.max(...codes, faults.length + unmet.length > 0 ? 1 : 0);
} finally {
  service.kill('SIGTERM');
  await service.ended;
  await rm(dataDir, { recursive: true, force: true });
}
