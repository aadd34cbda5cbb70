import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeApi } from './openapi/describe-api.ts';

/** Writes docs/openapi.json from the schemas of the routes. A test compares the two. */
const folder = await mkdtemp(path.join(tmpdir(), 'openapi-'));
try {
  const target = path.join(import.meta.dirname, '..', 'docs', 'openapi.json');
  await writeFile(target, await describeApi(folder));
  console.log(`written: ${path.relative(process.cwd(), target)}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
