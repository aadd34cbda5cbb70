import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emitPackage } from './client/emit-package.ts';
import { generateTypes } from './client/generate-types.ts';

const root = path.join(import.meta.dirname, '../..');

/** Writes the generated part of `folder`, src/client or a copy, from docs/openapi.json. Returns the files it wrote. */
export async function writeClient(folder = path.join(root, 'src/client')): Promise<string[]> {
  const document = await readFile(path.join(root, 'docs/openapi.json'), 'utf8');
  await writeFile(path.join(folder, 'api-types.d.ts'), await generateTypes(document));
  await emitPackage(folder);
  return ['src/client/api-types.d.ts', 'src/client/built'];
}
