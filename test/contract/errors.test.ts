import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCatalogue } from '../../src/errors.ts';

/** The only error statuses of the API (ADR 4). */
const CLOSED_LIST = [400, 401, 403, 404, 429, 500];

test('docs/use/errors.md lists the catalogue, no more and no less', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../docs/use/errors.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d+) \| (yes|no) \| ([^|]+) \| ([^|]+) \|$/gm)];
  const documented = rows.map(([, code, status, again, title, what]) => {
    expect(what?.trim()).not.toBe('');
    return [code, { status: Number(status), retryable: again === 'yes', title: title?.trim() }];
  });
  expect(documented).toEqual(Object.entries(errorCatalogue));
});

test('every status is in the closed list of the API', () => {
  const others = Object.entries(errorCatalogue).filter(([, { status }]) => !CLOSED_LIST.includes(status));
  expect(others).toEqual([]);
});
