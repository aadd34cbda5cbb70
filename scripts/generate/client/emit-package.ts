import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../../..');

/**
 * Compiles the client in `folder` to JavaScript with declarations in `folder`/built, because Node does not run TypeScript in
 * node_modules, where other programs install it.
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
  // The compiler does not copy declaration files, so references to them need the original path.
  for (const name of (await readdir(target)).filter((file) => file.endsWith('.d.ts'))) {
    const file = path.join(target, name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll("'./api-types.d.ts'", "'../api-types.d.ts'"));
  }
}
