import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { createClient, getData } from '../src/client/client.ts';
import { readRunningParts } from '../src/dev/data-folder.ts';
import { runMain } from '../test/support/program.ts';
import { describeSettings } from './schemathesis/settings.ts';

/**
 * npm run schemathesis [-- option …]: Schemathesis, every check but one, against a service of its own, as a member and as
 * the administrator; refusals.ts tells where a request that fits its schema may be refused. Its program is taken from SCHEMATHESIS, by default `schemathesis` of the PATH
 * (`pip install schemathesis`). SCHEMATHESIS_SECONDS bounds each attack, 120 by default.
 */
const program = process.env.SCHEMATHESIS ?? 'schemathesis';
const seconds = Number(process.env.SCHEMATHESIS_SECONDS ?? 120);
const password = 'correct horse';

const root = path.join(import.meta.dirname, '..');
const dataDir = await mkdtemp(path.join(tmpdir(), 'schemathesis-'));
const settings = path.join(dataDir, 'schemathesis.toml');
const service = await runMain({
  DATA_DIR: dataDir,
  RATE_LIMIT_PER_MINUTE: '0',
  AUTH_RATE_LIMIT_PER_MINUTE: '0',
  WEBHOOK_RATE_LIMIT_PER_MINUTE: '0',
});

/** A MEMBER with the administrator's password: there is no mail to confirm. Answers its public id. */
async function addAccount(email: string, ending: string): Promise<string> {
  const { postgres } = await readRunningParts(dataDir);
  const database = new pg.Client({ connectionString: postgres?.url });
  await database.connect();
  const { rows } = await database.query<{ publicId: string }>(
    `insert into user_account (public_id, email, password_hash, application_role, is_enabled, is_verified)
     select 'usr_' || substr(public_id, 5, 24) || $2, $1, password_hash, 'MEMBER', true, true
     from user_account where email = 'admin@example.com'
     returning public_id as "publicId"`,
    [email, ending],
  );
  await database.end();
  return rows[0]?.publicId ?? '';
}

async function tokenOf(email: string): Promise<string> {
  const answer = await getData(
    createClient({ baseUrl: service.url }).POST('/api/auth/login', { body: { email, password } }),
  );
  if (!('accessToken' in answer)) throw new Error(`${email} cannot log in`);
  return answer.accessToken;
}

async function attack({ email, token }: { email: string; token: string }): Promise<number> {
  console.log(`\nAs ${email}`);
  const args = ['--config-file', settings, 'run', path.join(root, 'docs/openapi.json'), '--url', service.url];
  const options = {
    checks: 'all',
    // An unknown method would have to be 405, which is none of the statuses of this API: it is 404.
    'exclude-checks': 'unsupported_method',
    'max-time': String(seconds),
    'request-timeout': '30',
    seed: '1',
    'generation-database': ':memory:',
    header: `Authorization: Bearer ${token}`,
  };
  const given = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(program, [...args, ...given, ...process.argv.slice(2)], {
    cwd: dataDir,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return Number(code ?? 1);
}

try {
  await writeFile(settings, describeSettings(await addAccount('victim@example.com', '01')));
  await addAccount('member@example.com', '00');
  const codes = [];
  for (const email of ['member@example.com', 'admin@example.com']) {
    codes.push(await attack({ email, token: await tokenOf(email) }));
  }
  const faults = service.lines.filter((line) => line.includes('"level":50'));
  if (faults.length > 0) console.error(['The service logged faults:', ...faults.slice(0, 20)].join('\n'));
  process.exitCode = Math.max(...codes, faults.length > 0 ? 1 : 0);
} finally {
  service.kill('SIGTERM');
  await service.ended;
  await rm(dataDir, { recursive: true, force: true });
}
