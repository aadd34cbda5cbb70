import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const client = path.join(root, 'src/client');
const node = (args: string[], cwd: string) =>
  run(process.execPath, args, { cwd, env: { PATH: process.env.PATH ?? '' } });

const folder = await mkdtemp(path.join(tmpdir(), 'client-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every file below, by its relative name. */
async function contentsOf(top: string): Promise<Record<string, string>> {
  const entries = await readdir(top, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const texts = files.map(async (file) => [path.relative(top, file), await readFile(file, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

test('the generated files are what docs/openapi.json gives (npm run generate writes them)', async () => {
  const copy = path.join(folder, 'project/client');
  await cp(client, copy, { recursive: true });
  await rm(path.join(copy, 'built'), { recursive: true });
  await rm(path.join(copy, 'api-types.d.ts'));
  // The compiler looks for packages and for the kind of modules from there upwards.
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'project/node_modules'));
  await writeFile(path.join(folder, 'project/package.json'), '{"type":"module"}');
  const { href } = pathToFileURL(path.join(root, 'scripts/generate/client.ts'));
  const program =
    'const [, generator, folder] = process.argv; await (await import(generator)).writeClient(folder);';
  await node(['--input-type=module', '--eval', program, href, copy], root);
  expect(await contentsOf(copy)).toEqual(await contentsOf(client));
});

describe('another program that has this package', () => {
  const program = [
    "import { ApiError, createClient, getData, logIn, toForm } from 'stamping-service/client';",
    "const api = createClient({ baseUrl: 'http://localhost', accessToken: 'x' });",
    'export async function first(): Promise<string> {',
    "  const [template] = await getData(api.GET('/api/templates'));",
    "  return template?.name ?? '';",
    '}',
    'export async function stamp(templateId: string): Promise<ReadableStream | null> {',
    '  const body = { templateId, file: new Blob([]) };',
    "  return getData(api.POST('/api/stamper/stamp', { body, bodySerializer: toForm, parseAs: 'stream' }));",
    '}',
    'export async function codeOf(publicId: string): Promise<string | undefined> {',
    "  const { error } = await api.GET('/api/templates/{publicId}', { params: { path: { publicId } } });",
    '  return error?.code;',
    '}',
    "console.log([ApiError, createClient, getData, logIn, toForm].every((name) => typeof name === 'function'));",
  ];

  beforeAll(async () => {
    const installed = path.join(folder, 'node_modules/stamping-service');
    await mkdir(path.join(installed, 'src'), { recursive: true });
    await cp(path.join(root, 'package.json'), path.join(installed, 'package.json'));
    await cp(client, path.join(installed, 'src/client'), { recursive: true });
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
      await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
    }
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  });

  const check = async (lines: readonly string[]) => {
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
    await writeFile(path.join(folder, 'program.ts'), lines.join('\n'));
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    return node([compiler, ...flags, '--types', '', 'program.ts'], folder).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    );
  };

  test('runs it without a build step', async () => {
    await check(program);
    const { stdout } = await node(['program.ts'], folder);
    expect(stdout.trim()).toBe('true');
  });

  test('the compiler accepts correct calls and rejects wrong ones', async () => {
    expect(await check(program)).toBe('');
    const wrong = [
      "void api.GET('/api/nothing');",
      "void api.POST('/api/templates', { body: { file: new Blob([]) } });",
      "void api.GET('/api/templates/{publicId}');",
      "void api.PUT('/api/workflows/{publicId}', { params: { path: { publicId: 'x' } }, body: { status: 'ON' } });",
    ];
    const faults = await check([...program, ...wrong]);
    const lines = [...faults.matchAll(/^program\.ts\((\d+)/gm)].map((match) => Number(match[1]));
    expect([...new Set(lines)]).toEqual(wrong.map((_line, i) => program.length + i + 1));
  });
});
