import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emitPackage } from './client/emit-package.ts';
import { generateTypes } from './client/generate-types.ts';

/**
 * Writes the generated part of src/client from docs/openapi.json: npm run client [-- FOLDER], where FOLDER holds a copy
 * of src/client. A test compares.
 */
const root = path.join(import.meta.dirname, '..');
const folder = path.resolve(process.argv[2] ?? path.join(root, 'src/client'));
const document = await readFile(path.join(root, 'docs/openapi.json'), 'utf8');
await writeFile(path.join(folder, 'api-types.d.ts'), await generateTypes(document));
await emitPackage(folder);
console.log(`written: ${path.relative(process.cwd(), folder)}`);
