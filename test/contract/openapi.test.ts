import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeApi } from '../../scripts/generate/openapi/describe-api.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'openapi-test-'));
const text = await describeApi(folder);
await rm(folder, { recursive: true, force: true });

test('docs/openapi.json is what the routes say (npm run generate writes it)', async () => {
  const committed = await readFile(path.join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
  expect(JSON.parse(committed)).toEqual(JSON.parse(text));
  expect(committed).toBe(text);
});

describe('every operation is described', () => {
  const responsesByPolicy = (operation: Operation) => (operation.security ? ['401', '429'] : []);

  test('has a summary, a tag, the responses of its policy, and the schemas of success', () => {
    const document = JSON.parse(text) as {
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
    };
    expect(document.openapi).toBe('3.1.0');
    const faults: string[] = [];
    for (const [url, operations] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        const name = `${method.toUpperCase()} ${url}`;
        if (!operation.summary) faults.push(`${name} has no summary`);
        if (!operation.tags?.length) faults.push(`${name} has no tag`);
        const responses = Object.entries(operation.responses);
        if (!responses.some(([status, { content }]) => status.startsWith('2') && content)) {
          faults.push(`${name} does not describe its successful response`);
        }
        for (const status of responsesByPolicy(operation)) {
          if (!(status in operation.responses)) faults.push(`${name} does not mention ${status}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  interface Operation {
    summary?: string;
    tags?: string[];
    security?: object[];
    responses: Record<string, { content?: object }>;
  }
});
