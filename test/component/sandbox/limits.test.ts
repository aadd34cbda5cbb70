import { readFileSync } from 'node:fs';
import { childrenOf, failureOf, fixture, withSandbox } from '../../support/sandbox/harness.ts';
import { isAlive, until } from '../../support/until.ts';

const GOOD = fixture('csv/01-utf8-bom.csv');

test('a job past its deadline is killed and the next one is served', async () => {
  await withSandbox({ timeoutMs: 1000 }, async ({ sandbox, spoolInput, endlessFile }) => {
    expect(await failureOf(sandbox.run('spool', spoolInput(endlessFile())))).toBe('timeout');
    expect((await sandbox.run('spool', spoolInput(GOOD))).rowCount).toBe(1);
  });
});

test('a job that takes too much memory is killed', async () => {
  await withSandbox({ maxMemoryBytes: 16 * 1024 * 1024 }, async ({ sandbox, spoolInput, endlessFile }) => {
    expect(['memory', 'crash']).toContain(await failureOf(sandbox.run('spool', spoolInput(endlessFile()))));
  });
});

test('a process that dies under its job fails that job alone', async () => {
  await withSandbox({}, async ({ sandbox, spoolInput, endlessFile }) => {
    const job = failureOf(sandbox.run('spool', spoolInput(endlessFile())));
    await until(() => childrenOf(process.pid).length === 1);
    for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL');
    expect(await job).toBe('crash');
    expect((await sandbox.run('spool', spoolInput(GOOD))).rowCount).toBe(1);
  });
});

test('an aborted job ends with the reason, and so does its process', async () => {
  await withSandbox({}, async ({ sandbox, spoolInput, endlessFile }) => {
    const stop = new AbortController();
    const job = sandbox.run('spool', spoolInput(endlessFile()), { signal: stop.signal });
    await until(() => childrenOf(process.pid).length === 1);
    const [pid = 0] = childrenOf(process.pid);
    stop.abort(new Error('gone'));
    await expect(job).rejects.toThrow('gone');
    await until(() => !isAlive(pid));
  });
});

test('what finds neither a process nor a place in the queue is refused', async () => {
  await withSandbox({ maxQueue: 1 }, async ({ sandbox, spoolInput, endlessFile }) => {
    const stop = new AbortController();
    const running = sandbox.run('spool', spoolInput(endlessFile()), { signal: stop.signal });
    const waiting = sandbox.run('spool', spoolInput(GOOD));
    expect(await failureOf(sandbox.run('spool', spoolInput(GOOD)))).toBe('busy');
    stop.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect((await waiting).rowCount).toBe(1);
  });
});

test('a process is replaced after its share of jobs', async () => {
  await withSandbox({ jobsPerProcess: 2 }, async ({ sandbox, spoolInput }) => {
    const pids: number[] = [];
    for (let job = 0; job < 3; job += 1) {
      await sandbox.run('spool', spoolInput(GOOD));
      pids.push(...childrenOf(process.pid).filter(isAlive));
    }
    expect(new Set(pids).size).toBeGreaterThan(1);
  });
});

test('a process is told nothing of the environment of the service', async () => {
  await withSandbox({}, async ({ sandbox, spoolInput }) => {
    await sandbox.run('spool', spoolInput(GOOD));
    const [pid = 0] = childrenOf(process.pid);
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((entry) => entry.split('=')[0]);
    expect(names.filter((name) => name !== '' && !name?.startsWith('NODE_CHANNEL'))).toEqual([]);
  });
});

test('a closed sandbox takes nothing', async () => {
  await withSandbox({}, async ({ sandbox, spoolInput }) => {
    await sandbox.close();
    expect(await failureOf(sandbox.run('spool', spoolInput(GOOD)))).toBe('closed');
  });
});
