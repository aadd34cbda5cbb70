import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeApi } from './openapi/describe-api.ts';

const target = path.join(import.meta.dirname, '../../docs/openapi.json');

/** Writes docs/openapi.json from the schemas of the routes. Returns the files it wrote. */
export async function writeOpenApi(): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openapi-'));
  try {
    await writeFile(target, await describeApi(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return ['docs/openapi.json'];
}
