import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { logIn } from '../../../src/client/client.ts';
import { loadConfig } from '../../../src/config.ts';
import { crashPoints } from '../../../src/infra/crash-points.ts';
import { runMain, startMain } from '../../support/program.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder, testTaskQueue } from '../../support/stack/stack.ts';
import { until } from '../../support/until.ts';
import { checkEvents, type Findings, isIdle } from '../../tools/chaos/check-events.ts';
import { createFixture, eventOf } from '../../tools/chaos/fixture.ts';
import type { SentEvent } from '../../tools/chaos/sender.ts';

/** A mail belongs to no event of this fixture; its points are tested with the mails. */
const points = crashPoints.filter((point) => !point.startsWith('mail'));
const EVENTS = 6;

/**
 * One program dies at one point after the other, each time with events under way, and the next start continues. The
 * numbers of its events show which life left them behind.
 */
describe('a process killed between two steps', () => {
  let findings: Findings;
  const sentEvents: (SentEvent & { point: string })[] = [];
  const ends: Record<string, number | string> = {};

  async function post(url: string, sent: SentEvent): Promise<void> {
    const body = JSON.stringify(eventOf(sent.seq));
    const response = await fetch(url, { method: 'POST', body }).catch(() => null);
    if (response?.status === 202) sent.outcome = 'accepted';
  }

  /** Leftovers of one life may end the next ones before they are ready. */
  async function startArmed(env: Record<string, string>) {
    for (let lives = 1; ; lives += 1) {
      const program = startMain(env);
      const line = await program.line(/ready at/).catch((error: unknown) => {
        if (lives === EVENTS) throw error;
      });
      if (line !== undefined) return { program, url: /http:\S+$/.exec(JSON.parse(line).msg)?.[0] ?? '' };
    }
  }

  beforeAll(async () => {
    const folder = await testFolder('crash-points');
    const files = path.join(folder, 'files');
    const databaseUrl = await emptyDatabaseUrl('crash-points');
    const env = {
      NODE_ENV: 'test',
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'info',
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: await temporalAddress(),
      STORAGE_URL: pathToFileURL(files).href,
      TEMPORAL_TASK_QUEUE: testTaskQueue('crash-points'),
      JWT_SECRET: 'the same secret in every life of the program',
      STAMP_THREADS: '1',
    };
    const who = { email: 'admin@example.com', password: 'correct horse' };
    let webhook: string | undefined;
    for (const point of points) {
      const { program, url } = await startArmed({ ...env, CRASH_AT: `${point}:2` });
      // The first life creates the workflow of all events.
      webhook ??= (await createFixture(await logIn({ baseUrl: url }, who))).path;
      const sent = Array.from({ length: EVENTS }, (_, index) => {
        const seq = sentEvents.length + index + 1;
        return { seq, keyed: false, outcome: 'unknown' as SentEvent['outcome'], attempts: 1, point };
      });
      sentEvents.push(...sent);
      await Promise.all(sent.map((each) => post(url + webhook, each)));
      ends[point] = await program.ended;
    }

    const last = await runMain(env);
    const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    await until(() => isIdle(database));
    findings = await checkEvents({
      events: sentEvents,
      database,
      documentsFolder: path.join(files, 'documents'),
    });
    await database.end();
    last.kill('SIGTERM');
    await last.ended;
  });

  test.each(points)(
    'at %s: every event accepted before it ends once, with one document and one count',
    (point) => {
      expect(ends[point]).toBe('SIGKILL');
      const numbers = sentEvents.filter((sent) => sent.point === point).map(({ seq }) => `${seq}:`);
      expect(findings.problems.filter((problem) => numbers.some((each) => problem.startsWith(each)))).toEqual(
        [],
      );
    },
  );

  test('nothing is orphaned, and some events were accepted in most lives', () => {
    expect(findings.problems).toEqual([]);
    expect(findings.accepted).toBeGreaterThan(points.length);
    expect(findings.documents).toBeGreaterThanOrEqual(findings.accepted);
  });
});

test.each(['production', 'development'])('no crash point can be set with NODE_ENV=%s', (NODE_ENV) => {
  const env = { NODE_ENV, JWT_SECRET: 'x'.repeat(32), CRASH_AT: 'event-received' };
  expect(() => loadConfig(env)).toThrow(/CRASH_AT: is for tests/);
});

test('a point that does not exist is rejected with those that do', async () => {
  const program = startMain({ NODE_ENV: 'test', DATA_DIR: await testFolder('crash'), CRASH_AT: 'somewhere' });
  expect(await program.ended).toBe(1);
  expect(program.lines.join('\n')).toMatch(/CRASH_AT somewhere is not a crash point.*event-received/);
});
