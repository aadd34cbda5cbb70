import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createClient, getData } from '../src/client/client.ts';
import { readRunningParts } from '../src/dev/data-folder.ts';
import { runMain } from '../test/support/program.ts';
import { describeRefusals } from './schemathesis/refusals.ts';

/**
 * npm run schemathesis [-- option …]: Schemathesis, every check but one, against a service of its own, as a member and as
 * the administrator; refusals.ts tells where a request that fits its schema may be refused. Its program is taken from SCHEMATHESIS, by default `schemathesis` of the PATH
 * (`pip install schemathesis`). SCHEMATHESIS_SECONDS bounds each attack, 120 by default.
 */
const program = process.env.SCHEMATHESIS ?? 'schemathesis';
const seconds = Number(process.env.SCHEMATHESIS_SECONDS ?? 120);
const password = 'correct horse';
const member = 'member@example.com';
const plans = 'PUT /api/admin/users/{publicId}/plan';

const root = path.join(import.meta.dirname, '..');
const dataDir = await mkdtemp(path.join(tmpdir(), 'schemathesis-'));
const service = await runMain({
  DATA_DIR: dataDir,
  RATE_LIMIT_PER_MINUTE: '0',
  AUTH_RATE_LIMIT_PER_MINUTE: '0',
  WEBHOOK_RATE_LIMIT_PER_MINUTE: '0',
});

/** With the administrator's password: there is no mail to confirm. */
async function addMember(): Promise<void> {
  const { postgres } = await readRunningParts(dataDir);
  const database = new pg.Client({ connectionString: postgres?.url });
  await database.connect();
  await database.query(
    `insert into user_account (public_id, email, password_hash, application_role, is_enabled, is_verified)
     select 'usr_' || substr(public_id, 5, 24) || '00', $1, password_hash, 'MEMBER', true, true from user_account limit 1`,
    [member],
  );
  await database.end();
}

async function tokenOf(email: string): Promise<string> {
  const answer = await getData(
    createClient({ baseUrl: service.url }).POST('/api/auth/login', { body: { email, password } }),
  );
  if (!('accessToken' in answer)) throw new Error(`${email} cannot log in`);
  return answer.accessToken;
}

async function attack(email: string, only: string[]): Promise<number> {
  console.log(`\nAs ${email} ${only.join(' ')}`);
  const settings = path.join(dataDir, 'schemathesis.toml');
  await writeFile(settings, describeRefusals());
  const args = ['--config-file', settings, 'run', path.join(root, 'docs/openapi.json'), '--url', service.url];
  const options = {
    checks: 'all',
    // An unknown method would have to be 405, which is none of the statuses of this API: it is 404.
    'exclude-checks': 'unsupported_method',
    'max-time': String(seconds),
    'request-timeout': '30',
    seed: '1',
    'generation-database': ':memory:',
    header: `Authorization: Bearer ${await tokenOf(email)}`,
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(program, [...args, ...given, ...only, ...process.argv.slice(2)], {
    cwd: dataDir,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return Number(code ?? 1);
}

try {
  await addMember();
  const admin = 'admin@example.com';
  const codes = [await attack(member, []), await attack(admin, ['--exclude-name', plans])];
  // Last, for it sets the administrator's own plan: with a limit of few requests nothing else gets through.
  codes.push(await attack(admin, ['--include-name', plans, '--max-time', '10']));
  const faults = service.lines.filter((line) => line.includes('"level":50'));
  if (faults.length > 0) console.error(['The service logged faults:', ...faults.slice(0, 20)].join('\n'));
  process.exitCode = Math.max(...codes, faults.length > 0 ? 1 : 0);
} finally {
  service.kill('SIGTERM');
  await service.ended;
  await rm(dataDir, { recursive: true, force: true });
}
