import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { settingsSchema } from '../../../src/config.ts';
import { PDFDocument } from '../../../src/stamping/pdf/pdf-lib.ts';
import { type RunningProgram, runMain } from '../../support/program.ts';
import { temporalAddress, testDatabaseUrl, testFolder, testTaskQueue } from '../../support/stack/stack.ts';

const root = path.join(import.meta.dirname, '../../..');

const readme = await readFile(path.join(root, 'README.md'), 'utf8');

describe('examples/walkthrough.sh, as the README starts it', () => {
  let program: RunningProgram;
  let folder: string;
  let password: string;

  const walkthrough = (adminPassword: string) =>
    run([path.join(root, 'examples/walkthrough.sh'), program.url, folder], { ADMIN_PASSWORD: adminPassword });

  beforeAll(async () => {
    folder = await testFolder('readme');
    password = /DATA_DIR=\.data-api ADMIN_PASSWORD='([^']+)' npm start/.exec(readme)?.[1] ?? '';
    expect(readme).toContain(
      `ADMIN_PASSWORD='${password}' examples/walkthrough.sh http://localhost:3000 .data-api`,
    );
    program = await runMain({
      DATA_DIR: path.join(folder, '.data-api'),
      DATABASE_URL: await testDatabaseUrl('readme'),
      TEMPORAL_ADDRESS: await temporalAddress(),
      TEMPORAL_TASK_QUEUE: testTaskQueue('readme'),
      ADMIN_PASSWORD: password,
    });
  });

  afterAll(async () => {
    program?.kill('SIGTERM');
    await program?.ended;
  });

  test('runs from the login to a filled PDF', async () => {
    const { code, output } = await walkthrough(password);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Webhook received') });
    const zip = await readFile(path.join(folder, 'agreements.zip'));
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    const form = (await PDFDocument.load(await readFile(path.join(folder, 'agreement.pdf')))).getForm();
    expect(form.getTextField('customer.name').getText()).toBe('Zofia Wiśniewska');
  });

  test('stops at the first request that fails, and prints the reason', async () => {
    const { code, output } = await walkthrough('wrong horse');
    expect(code).not.toBe(0);
    expect(output).toMatch(/e-?mail|password/i);
    expect(output.match(/returned error/g)).toHaveLength(1);
  });
});

test('every setting the README names is one the program has', () => {
  const [, table = ''] = /## Settings\n(.*?)\n## /s.exec(readme) ?? [];
  const named = [...table.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(8);
  expect(Object.keys(settingsSchema.properties)).toEqual(expect.arrayContaining(named));
});

test('every file the README links to is there', () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link = '']) => link);
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !existsSync(path.join(root, link)))).toEqual([]);
});

/** Runs a bash script with these arguments to its end. */
async function run(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: unknown; output: string }> {
  const child = spawn('bash', ['--norc', ...args], {
    env: { PATH: process.env.PATH, ...env },
    timeout: 500_000,
    // With a socket for its input, bash behaves as a remote shell and reads start-up files.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}
