import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { settingsSchema } from '../../../src/config.ts';
import { type RunningProgram, runMain } from '../../support/program.ts';
import { temporalAddress, testDatabaseUrl, testFolder, testTaskQueue } from '../../support/stack/stack.ts';

const root = path.join(import.meta.dirname, '../../..');

let readme: string;

beforeAll(async () => {
  readme = await readFile(path.join(root, 'README.md'), 'utf8');
});

describe('the lines of curl in the README', () => {
  let program: RunningProgram;
  let folder: string;

  beforeAll(async () => {
    folder = await testFolder('readme');
    const [, password = ''] = /DATA_DIR=\.data-api ADMIN_PASSWORD='([^']+)' npm start/.exec(readme) ?? [];
    program = await runMain({
      DATA_DIR: path.join(folder, '.data-api'),
      DATABASE_URL: await testDatabaseUrl('readme'),
      TEMPORAL_ADDRESS: await temporalAddress(),
      TEMPORAL_TASK_QUEUE: testTaskQueue('readme'),
      ADMIN_PASSWORD: password,
    });
    await symlink(path.join(root, 'examples'), path.join(folder, 'examples'));
  });

  afterAll(async () => {
    program?.kill('SIGTERM');
    await program?.ended;
  });

  test('run as they stand, from log-in to a filled PDF', async () => {
    const lines = [...readme.matchAll(/^```bash\n(.*?)^```/gms)].map(([, block = '']) => block).join('');
    const script = lines.replace('http://localhost:3000', program.url);
    expect(script).not.toBe(lines);
    const { code, output } = await runScript(script, folder);
    expect({ code, output }).toEqual({ code: 0, output: 'Webhook received' });
    const zip = await readFile(path.join(folder, '.data-api/agreements.zip'));
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    const form = (
      await PDFDocument.load(await readFile(path.join(folder, '.data-api/agreement.pdf')))
    ).getForm();
    expect(form.getTextField('customer.name').getText()).toBe('Zofia Wiśniewska');
  });

  test('stop at the first line that fails, with its reason', async () => {
    const [script = ''] = /(?<=^```bash\n).*?(?=^```)/ms.exec(readme) ?? [];
    const wrong = script
      .replace('http://localhost:3000', program.url)
      .replace('correct horse', 'wrong horse');
    const { code, output } = await runScript(wrong, folder);
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

async function runScript(script: string, cwd: string): Promise<{ code: unknown; output: string }> {
  const child = spawn('bash', ['--norc', '-c', script], {
    cwd,
    timeout: 50_000,
    // With a socket for its input, bash takes itself for a remote shell and reads start-up files.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}
