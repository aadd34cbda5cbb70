import { createHealth } from '../../../src/infra/health.ts';

const ignore = () => undefined;

test('is ready when every check passes', async () => {
  const health = createHealth({ onFailure: ignore });
  health.add('database', async () => undefined);
  health.add('engine', async () => undefined);
  expect(await health.report()).toEqual({ ready: true, checks: { database: 'ok', engine: 'ok' } });
});

test('names the check that fails and keeps its reason to itself', async () => {
  const failures: unknown[] = [];
  const health = createHealth({ onFailure: (name, error) => failures.push([name, error]) });
  const reason = new Error('password authentication failed for user "postgres"');
  health.add('database', () => Promise.reject(reason));
  health.add('engine', async () => undefined);
  expect(await health.report()).toEqual({ ready: false, checks: { database: 'failing', engine: 'ok' } });
  expect(failures).toEqual([['database', reason]]);
});

test('a check that never returns does not delay the report', async () => {
  const health = createHealth({ onFailure: ignore, checkWithinMs: 10 });
  health.add('storage', () => new Promise(ignore));
  expect(await health.report()).toEqual({ ready: false, checks: { storage: 'does not respond' } });
});

test('is not ready once the process is about to end', async () => {
  const health = createHealth({ onFailure: ignore });
  health.close();
  expect(await health.report()).toEqual({ ready: false, checks: { process: 'closing' } });
});

test('many who ask at once share one run of the checks', async () => {
  let runs = 0;
  const health = createHealth({ onFailure: ignore });
  health.add('storage', async () => {
    runs += 1;
  });
  await Promise.all(Array.from({ length: 50 }, () => health.report()));
  expect(runs).toBe(1);
});
