import { readFileSync } from 'node:fs';
import path from 'node:path';
import { evaluationLimits } from '../../src/evaluation/limits.ts';
import { PASSWORD_QUEUE } from '../../src/modules/auth/passwords.ts';
import { MAX_DRY_RUNS } from '../../src/modules/runs/dry-run/dry-runs.service.ts';
import { MAX_STREAMS_PER_ACCOUNT } from '../../src/modules/runs/stream/run-streams.ts';
import { JOB_QUEUE } from '../../src/modules/stamping/stamping.module.ts';
import { MAX_WAITING_SHEETS } from '../../src/modules/templates/views/sheet/sheet-writer.ts';
import { VIEW_QUEUE } from '../../src/modules/templates/views/template-views.service.ts';
import { SANDBOX_LIMITS } from '../../src/services.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/use/limits.md'), 'utf8');

/** The cells after the first one, of the row that begins with this text. */
function rowOf(start: string): string[] {
  const row = page.split('\n').find((line) => line.startsWith(`| ${start}`));
  if (row === undefined) throw new Error(`The page has no row that begins with "${start}".`);
  return row
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

const upTo = ({ maxQueuePerOwner, timeoutMs }: { maxQueuePerOwner: number; timeoutMs: number }) =>
  `${maxQueuePerOwner}, for at most ${timeoutMs / 1000} s`;

test('docs/use/limits.md has the numbers of the code', () => {
  expect(rowOf('reading an uploaded').slice(1)).toEqual([
    String(SANDBOX_LIMITS.maxQueuePerOwner),
    String(SANDBOX_LIMITS.maxQueue),
  ]);
  expect(rowOf('stamps and checks')[1]).toBe(upTo(JOB_QUEUE));
  expect(rowOf('page images').slice(0, 2)).toEqual([String(VIEW_QUEUE.perOwner), upTo(VIEW_QUEUE)]);
  expect(rowOf('starter spreadsheets').slice(1)).toEqual(Array(2).fill(String(MAX_WAITING_SHEETS)));
  expect(rowOf('dry runs')[0]).toBe(String(MAX_DRY_RUNS));
  expect(rowOf('live streams')[0]).toBe(String(MAX_STREAMS_PER_ACCOUNT));
  expect(rowOf('passwords').slice(1)).toEqual([
    String(PASSWORD_QUEUE.maxQueuePerOwner),
    String(PASSWORD_QUEUE.maxQueue),
  ]);
  const { threads, threadsPerOwner, maxQueuePerOwner, maxQueue, deadlineMs, memoryMb } = evaluationLimits;
  expect(rowOf('checks of graphs')).toEqual([threadsPerOwner, maxQueuePerOwner, maxQueue].map(String));
  expect(page).toContain(`one of ${threads} threads, of which an account has at most ${threadsPerOwner}.`);
  expect(page).toContain(`may take ${deadlineMs / 1000} seconds and ${memoryMb} MB of memory`);
  for (const row of ['inspecting', 'drawing'])
    expect(rowOf(row)[0]).toBe(`${SANDBOX_LIMITS.pdfTimeoutMs / 1000} s`);
});
