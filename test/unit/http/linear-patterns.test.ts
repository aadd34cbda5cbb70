import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Every pattern of the API's description. */
async function patterns(): Promise<string[]> {
  const text = await readFile(path.join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8');
  const found = new Set<string>();
  JSON.parse(text, (name, value) => {
    if (name === 'pattern' && typeof value === 'string') found.add(value);
    return value;
  });
  return [...found];
}

/** Patterns match texts of up to a megabyte; one with backtracking would never end. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const beginnings = ['', 'https://', 'usr_', 'a@', '2026-11-', ' '];
  const fillings = ['a', ' ', '\\u00a0', '\\u200b', '@', '0', '-', 'é'];
  for (const pattern of workerData) {
    parentPort.postMessage(pattern);
    const matcher = new RegExp(pattern, 'u');
    for (const beginning of beginnings)
      for (const filling of fillings) matcher.test(beginning + filling.repeat(1_000_000) + '\\u0001');
  }
  parentPort.postMessage(null);
`;

async function findEndless(given: readonly string[]): Promise<string | null> {
  const worker = new Worker(program, { eval: true, workerData: given });
  let at: string | null = null;
  worker.on('message', (pattern: string | null) => {
    at = pattern;
  });
  // Minutes where something is wrong, well under a second a pattern where not.
  const deadline = setTimeout(() => void worker.terminate(), 60_000);
  await once(worker, 'exit');
  clearTimeout(deadline);
  return at;
}

test('a text of a megabyte ends in every pattern', async () => {
  const all = await patterns();
  expect(all.length).toBeGreaterThan(10);
  expect(await findEndless(all)).toBeNull();
});
