import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { reachableFrom } from '../support/import-graph.ts';

const root = path.join(import.meta.dirname, '../..');

const readJson = async <T>(file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8')) as T;

/** Files and folders of the repository that the last stage of the Dockerfile copies. */
async function copiedPaths(): Promise<string[]> {
  const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  return [...lastStage.matchAll(/^COPY (?!--from)(\S+) /gm)].map(([, source = '']) => source);
}

// The commands that the documentation gives to operators.
describe.each(['start', 'admin', 'storage:copy'])('npm run %s in the image', (name) => {
  test('runs a file that the Dockerfile copies, with everything the file imports', async () => {
    const { scripts } = await readJson<{ scripts: Record<string, string> }>('package.json');
    const [, entry = ''] = /node (?:--\S+ )*(\S+\.ts)$/.exec(scripts[name] ?? '') ?? [];
    expect(existsSync(path.join(root, entry))).toBe(true);

    const copied = await copiedPaths();
    const reached = reachableFrom(path.join(root, entry));
    const files = [...reached.keys()].map((file) => path.relative(root, file));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !copied.some((each) => `${file}/`.startsWith(`${each}/`)))).toEqual([]);

    const packages = new Set([...reached.values()].flatMap((imports) => imports.packages));
    const { packages: locked } = await readJson<{ packages: Record<string, { dev?: true }> }>(
      'package-lock.json',
    );
    // `npm ci --omit=dev` installs what the lock file does not mark as needed for development only.
    const isInstalled = (each: string) =>
      locked[`node_modules/${each}`] !== undefined && !locked[`node_modules/${each}`]?.dev;
    expect([...packages].filter((each) => !isInstalled(each))).toEqual([]);
  });
});
