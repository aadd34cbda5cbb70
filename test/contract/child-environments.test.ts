import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A thread, a child process or a program gets an environment that is written where it is started. Without one it would
 * inherit that of the service, which may have secrets.
 */
const root = path.join(import.meta.dirname, '../..');
const STARTS = /\b(?:new Worker|fork|spawn|execFile\)|execFileAsync|run)\((?=['"[\w]|new URL)/g;
/** Methods of other objects with these names. */
const OTHERS = /(?:\.|command |function |async )(?:fork|spawn|run)\($/;

function startsIn(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  if (!/from 'node:(child_process|worker_threads)'/.test(text)) return [];
  return [...text.matchAll(STARTS)].flatMap(({ index, 0: start }) => {
    if (OTHERS.test(text.slice(Math.max(0, index - 10), index + start.length))) return [];
    const call = callAt(text, index + start.length);
    return /\benv\b|spawnOptions/.test(call) ? [] : [`${file}: ${start}${call.slice(0, 60)}`];
  });
}

/** The text from an opening parenthesis to its end. */
function callAt(text: string, from: number): string {
  let depth = 1;
  let to = from;
  for (; depth > 0 && to < text.length; to++) {
    if (text[to] === '(') depth++;
    if (text[to] === ')') depth--;
  }
  return text.slice(from, to);
}

test('every thread and every child process is started with an environment of its own', () => {
  const files = ['src', 'workers', 'activities', 'workflows'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name)),
  );
  expect(files.flatMap(startsIn)).toEqual([]);
});
