import { rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { logIn } from '../../../src/client/client.ts';
import { readRunningParts } from '../../../src/dev/data-folder.ts';
import { runMain, startMain } from '../../support/program.ts';
import { emptyDatabaseUrl, testFolder } from '../../support/stack/stack.ts';
import { isAlive, until } from '../../support/until.ts';
import { checkEvents, isIdle } from '../../tools/chaos/check-events.ts';
import { createFixture, eventOf } from '../../tools/chaos/fixture.ts';
import type { SentEvent } from '../../tools/chaos/sender.ts';

test('Temporal away, then its data gone: accepted events wait or run again, each with one document and one count', async () => {
  const folder = path.join(await testFolder('temporal-lost'), 'data');
  const databaseUrl = await emptyDatabaseUrl('temporal-lost');
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  // PostgreSQL is elsewhere, so that its data outlives that of Temporal.
  const env = { NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: databaseUrl, STAMP_THREADS: '1' };
  const sentEvents: SentEvent[] = [];
  const post = async (url: string, count: number) => {
    const sent = Array.from({ length: count }, (_, index) => {
      return {
        seq: sentEvents.length + index + 1,
        keyed: false,
        outcome: 'unknown' as SentEvent['outcome'],
        attempts: 1,
      };
    });
    sentEvents.push(...sent);
    await Promise.all(
      sent.map(async (each) => {
        const body = JSON.stringify(eventOf(each.seq));
        const response = await fetch(url, { method: 'POST', body }).catch(() => null);
        if (response?.status === 202) each.outcome = 'accepted';
      }),
    );
  };
  const countOf = async (text: string) => (await database.query<{ count: number }>(text)).rows[0]?.count ?? 0;

  // Nothing listens on port 1: Temporal is down.
  const without = startMain({
    ...env,
    ROLE: 'api',
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    TEMPORAL_TASK_QUEUE: 'stamping',
  });
  const baseUrl = /http:\S+$/.exec(JSON.parse(await without.line(/ready at/)).msg)?.[0] ?? '';
  const who = { email: 'admin@example.com', password: 'correct horse' };
  const { path: webhook } = await createFixture(await logIn({ baseUrl }, who));
  await post(baseUrl + webhook, 5);
  expect(sentEvents.map(({ outcome }) => outcome)).toEqual(Array(5).fill('accepted'));
  expect(await countOf('select count(*)::int as count from run where ended_at is null')).toBe(5);
  without.kill('SIGTERM');
  await without.ended;

  // Killed when documents are there whose runs have not ended yet.
  const killed = startMain({ ...env, CRASH_AT: 'run-recording:4' });
  await post(/http:\S+$/.exec(JSON.parse(await killed.line(/ready at/)).msg)?.[0] + webhook, 5);
  const temporalPid = (await readRunningParts(folder)).temporal?.pid ?? 0;
  expect(await killed.ended).toBe('SIGKILL');
  const begun = `select count(*)::int as count from run r join document d on d.run_id = r.id where r.ended_at is null`;
  expect(await countOf(begun)).toBeGreaterThan(0);
  // The Temporal server ends with the program; then its database is lost.
  await until(async () => !isAlive(temporalPid));
  await rm(path.join(folder, 'temporal'), { recursive: true });
  // Only runs of some age are compared with Temporal.
  await database.query("update run set started_at = now() - interval '1 hour'");

  const last = await runMain(env);
  await until(() => isIdle(database));
  const documentsFolder = path.join(folder, 'files', 'documents');
  const findings = await checkEvents({ events: sentEvents, database, documentsFolder });
  expect(findings.problems).toEqual([]);
  expect(findings.documents).toBeGreaterThanOrEqual(findings.accepted);
  expect(findings.accepted).toBeGreaterThanOrEqual(5);
  await database.end();
  last.kill('SIGTERM');
  await last.ended;
});
