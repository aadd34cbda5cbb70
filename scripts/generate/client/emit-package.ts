import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../../..');

/**
 * The client in `folder` as JavaScript with declarations, in `folder`/built: Node reads no TypeScript below
 * node_modules, where other programs have it.
 */
export async function emitPackage(folder: string): Promise<void> {
  const target = path.join(folder, 'built');
  const flags = { target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', outDir: target };
  const switches = ['strict', 'skipLibCheck', 'declaration', 'rewriteRelativeImportExtensions'];
  const args = [
    path.join(root, 'node_modules/typescript/bin/tsc'),
    path.join(folder, 'client.ts'),
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
    ...[...switches, 'ignoreConfig'].map((name) => `--${name}`),
  ];
  await promisify(execFile)(process.execPath, args, { cwd: folder });
  // The compiler copies no declarations; those that name the types look for them where they are.
  for (const name of (await readdir(target)).filter((file) => file.endsWith('.d.ts'))) {
    const file = path.join(target, name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll("'./api-types.d.ts'", "'../api-types.d.ts'"));
  }
}
