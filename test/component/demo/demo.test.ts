import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PDFDocument } from '../../../src/stamping/pdf/pdf-lib.ts';
import { runNodeProgram } from '../../support/node-program.ts';
import { temporalAddress, testDatabaseUrl, testFolder, testTaskQueue } from '../../support/stack/stack.ts';

const demo = path.join(import.meta.dirname, '../../../src/cli/demo/main.ts');

async function runDemo(env: Record<string, string>): Promise<{ code: number | string; lines: string[] }> {
  const program = runNodeProgram({ file: demo, args: ['--exit'], env });
  const code = await program.ended;
  return { code, lines: [...program.lines] };
}

/** The content of a line of the report, such as the ids after `template`. */
const reported = (lines: readonly string[], subject: string): string =>
  lines
    .find((line) => line.startsWith(`  ${subject} `))
    ?.slice(2 + subject.length)
    .trim() ?? '';

describe('npm run demo -- --exit, on services of its own', () => {
  let dataDir: string;
  let portHolder: Server;
  let env: Record<string, string>;
  let first: { code: number | string; lines: string[] };

  beforeAll(async () => {
    dataDir = path.join(await testFolder('demo'), 'data folder');
    portHolder = createServer().listen(0, '127.0.0.1');
    await once(portHolder, 'listening');
    env = { DATA_DIR: dataDir, PORT: String((portHolder.address() as AddressInfo).port) };
    first = await runDemo(env);
  });

  afterAll(() => {
    portHolder.close();
  });

  test('exits with 0 and prints the four stable lines, although its port is in use', () => {
    expect(first).toMatchObject({ code: 0 });
    expect(first.lines.slice(-4)).toEqual([
      `zip: ${path.join(dataDir, 'demo', 'agreements.zip')}`,
      `document: ${path.join(dataDir, 'demo', 'Agreement_NF-26-0417_Zofia_Wiśniewska.pdf')}`,
      expect.stringMatching(/^run: http:\/\/127\.0\.0\.1:\d+\/namespaces\/default\/workflows\/evt_\w+/),
      expect.stringMatching(/^docs: http:\/\/127\.0\.0\.1:\d+\/docs$/),
    ]);
    expect(first.lines.at(-1)).not.toContain(`:${env.PORT}/`);
  });

  test('the document contains the order, combined by compose and select', async () => {
    const file = first.lines.at(-3)?.replace('document: ', '') ?? '';
    const form = (await PDFDocument.load(await readFile(file))).getForm();
    expect(form.getTextField('customer.name').getText()).toBe('Zofia Wiśniewska');
    expect(form.getTextField('customer.address').getText()).toBe('Mühlgasse 14\nHinterhof, 2. Etage');
    expect(form.getTextField('rental.start').getText()).toBe('Tue 01.12.2026');
    expect(form.getCheckBox('options.terms').isChecked()).toBe(true);
  });

  test('a second run reuses the template and the workflow', async () => {
    const second = await runDemo(env);
    expect(second).toMatchObject({ code: 0 });
    expect(reported(second.lines, 'template')).toBe(
      reported(first.lines, 'template').replace('created', 'unchanged'),
    );
    expect(reported(second.lines, 'workflow')).toBe(reported(first.lines, 'workflow'));
    expect(JSON.parse(await readFile(path.join(dataDir, 'run.json'), 'utf8'))).toEqual({});
  });
});

test('asks for the password of an existing administrator, and leaves nothing running', async () => {
  const settings = {
    DATABASE_URL: await testDatabaseUrl('demo'),
    TEMPORAL_ADDRESS: await temporalAddress(),
    TEMPORAL_TASK_QUEUE: testTaskQueue('demo'),
    STORAGE_URL: pathToFileURL(await testFolder('demo-files')).href,
  };
  const existing = await runDemo({
    ...settings,
    DATA_DIR: await testFolder('demo'),
    ADMIN_PASSWORD: 'another password',
  });
  expect(existing).toMatchObject({ code: 0 });
  const dataDir = await testFolder('demo');
  const rejected = await runDemo({ ...settings, DATA_DIR: dataDir });
  expect(rejected.code).toBe(1);
  expect(rejected.lines.at(-1)).toMatch(/was created with another password.*ADMIN_PASSWORD=/);
  expect(JSON.parse(await readFile(path.join(dataDir, 'run.json'), 'utf8'))).toEqual({});
});

test('reports a wrong setting before anything starts', async () => {
  const { code, lines } = await runDemo({ DATA_DIR: await testFolder('demo'), PORT: 'three' });
  expect(code).toBe(1);
  expect(lines.join('\n')).toMatch(/^The settings are not valid:\n {2}- PORT: /);
});
