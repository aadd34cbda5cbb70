import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { examples } from '../../../src/cli/demo/templates.ts';
import { type ApiClient, createClient } from '../../../src/client/client.ts';
import { readRunningParts } from '../../../src/dev/data-folder.ts';
import { type RunningProgram, runMain } from '../../support/program.ts';
import { parseCount } from '../options.ts';
import { type Description, withKnownValues } from './known-values.ts';
import { createAccounts, createSeeds } from './seeds.ts';
import { describeSettings } from './settings.ts';
import { readStatusCounts, type StatusCounts, subtract, summarize } from './status-counts.ts';

export const usage = `npm run tool -- schemathesis [--seconds 120] [-- <options of Schemathesis>]
Runs Schemathesis against a new service, as a member, an administrator and a member who is ORG_ADMIN. Path parameters are
ids of existing objects. Every check is enabled except unsupported_method. Prints the statuses of each operation. Exits
with 1 if a check fails, the service logs an error, or no user had access to some operation.

  --seconds 120    time limit for the longer run of each user

Install Schemathesis with \`pip install schemathesis\`, or set SCHEMATHESIS to the path of the program.`;

const password = 'correct horse';
const users = ['member', 'admin', 'organizer'];

/** A short pass that reaches every operation even on a slow machine, then one that is limited by time. */
const passesOf = (seconds: number): Record<string, string>[] => [
  { phases: 'fuzzing', 'max-examples': '8' },
  { 'max-time': String(seconds) },
];

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '120' } },
  });
  const passes = passesOf(parseCount('--seconds', values.seconds));
  const file = path.join(import.meta.dirname, '../../../docs/openapi.json');
  const description = JSON.parse(await readFile(file, 'utf8')) as Description;
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
  try {
    const metricsUrl = /http:[^"\s]+\/metrics/.exec(await service.line(/metrics are at/))?.[0] ?? '';
    const { postgres } = await readRunningParts(dataDir);
    const database = new pg.Client({ connectionString: postgres?.url });
    await database.connect();
    const accounts = createAccounts(database);
    const pdf = await readFile(path.join(examples, 'form.pdf'));
    const codes: number[] = [];
    const counts = new Map<string, StatusCounts>();
    for (const name of users) {
      const email = `${name}@example.com`;
      if (name !== 'admin') await accounts.add(email);
      const [user, root] = [await logIn(service, email), await logIn(service, 'admin@example.com')];
      const organizer = name === 'organizer' ? email : null;
      const seeds = await createSeeds({ name, api: user.api, root: root.api, accounts, organizer, pdf });
      console.log(`\nAs ${email}`);
      const before = await readStatusCounts(metricsUrl);
      const settings = describeSettings(operations, seeds);
      const known = withKnownValues(description, { seeds, email, password });
      for (const pass of passes) {
        const options = { folder: dataDir, url: service.url, headers: user.headers, settings, known };
        codes.push(await runSchemathesis({ ...options, pass, more: positionals }));
      }
      counts.set(name, subtract(await readStatusCounts(metricsUrl), before));
    }
    await database.end();
    const { lines, unreached } = summarize(operations, counts);
    console.log(`\n${lines.join('\n')}`);
    if (unreached.length > 0) console.error(`\nNo user had access to:\n  ${unreached.join('\n  ')}`);
    const errors = service.lines.filter((line) => line.includes('"level":50'));
    if (errors.length > 0) console.error(['The service logged errors:', ...errors.slice(0, 20)].join('\n'));
    return Math.max(...codes, errors.length + unreached.length > 0 ? 1 : 0);
  } finally {
    service.kill('SIGTERM');
    await service.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Login {
  api: ApiClient;
  /** Headers that authenticate a request. */
  headers: Record<string, string>;
}

async function logIn(service: RunningProgram, email: string): Promise<Login> {
  const { data, response } = await createClient({ baseUrl: service.url }).POST('/api/auth/login', {
    body: { email, password },
  });
  if (data === undefined || !('accessToken' in data)) throw new Error(`${email} cannot log in.`);
  const [cookie = ''] = response.headers.get('set-cookie')?.split(';') ?? [];
  return {
    api: createClient({ baseUrl: service.url, accessToken: data.accessToken }),
    headers: { Authorization: `Bearer ${data.accessToken}`, Cookie: cookie },
  };
}

/** Returns the exit code. */
async function runSchemathesis({
  folder,
  url,
  headers,
  settings,
  known,
  pass,
  more,
}: {
  folder: string;
  url: string;
  headers: Record<string, string>;
  settings: string;
  known: Description;
  pass: Record<string, string>;
  more: readonly string[];
}): Promise<number> {
  const config = path.join(folder, 'schemathesis.toml');
  await writeFile(config, settings);
  const file = path.join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(known));
  const options = {
    // The other checks are on by default; `checks: 'all'` would override the settings of single operations.
    // This API responds to an unknown method with 404, and the check expects 405.
    'exclude-checks': 'unsupported_method',
    ...pass,
    'request-timeout': '30',
    seed: '1',
    'generation-database': ':memory:',
  };
  const optionArgs = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
  const args = ['--config-file', config, 'run', file, '--url', url, ...optionArgs, ...headerArgs, ...more];
  const program = process.env.SCHEMATHESIS ?? 'schemathesis';
  const child = spawn(program, args, { cwd: folder, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return Number(code ?? 1);
}
