import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, failureOf, fixture, withSandbox } from '../../support/sandbox/harness.ts';
import { slowPdf } from '../../support/stamping/slow-pdf.ts';
import { isAlive, until } from '../../support/until.ts';

const GOOD = fixture('csv/01-utf8-bom.csv');

test('a job that exceeds its time is killed and the next job runs', async () => {
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

test('a process that crashes fails only its own job', async () => {
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

test('a job is rejected if all processes are busy and the queue is full', async () => {
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

test('a process is replaced after its number of jobs', async () => {
  await withSandbox({ jobsPerProcess: 2 }, async ({ sandbox, spoolInput }) => {
    const pids: number[] = [];
    for (let job = 0; job < 3; job += 1) {
      await sandbox.run('spool', spoolInput(GOOD));
      pids.push(...childrenOf(process.pid).filter(isAlive));
    }
    expect(new Set(pids).size).toBeGreaterThan(1);
  });
});

test('a process gets no environment variables of the service', async () => {
  await withSandbox({}, async ({ sandbox, spoolInput }) => {
    await sandbox.run('spool', spoolInput(GOOD));
    const [pid = 0] = childrenOf(process.pid);
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((entry) => entry.split('=')[0]);
    // Node's own: the channel to the parent, and where it keeps compiled code.
    const known = /^(|NODE_CHANNEL.*|NODE_COMPILE_CACHE)$/;
    expect(names.filter((name = '') => !known.test(name))).toEqual([]);
  });
});

test('a closed sandbox rejects jobs', async () => {
  await withSandbox({}, async ({ sandbox, spoolInput }) => {
    await sandbox.close();
    expect(await failureOf(sandbox.run('spool', spoolInput(GOOD)))).toBe('closed');
  });
});

test('a job that reads a PDF has a limit of its own', async () => {
  await withSandbox({ pdfTimeoutMs: 500 }, async ({ folder, sandbox, spoolInput }) => {
    const pdfPath = join(folder, 'slow.pdf');
    writeFileSync(pdfPath, slowPdf(100_000));
    const render = sandbox.run('render', {
      pdfPath,
      page: 1,
      width: 1200,
      pngPath: join(folder, 'page.png'),
    });
    expect(await failureOf(render)).toBe('timeout');
    expect((await sandbox.run('spool', spoolInput(GOOD))).rowCount).toBe(1);
  });
});

test('accounts alternate, and one account uses all processes but one', async () => {
  await withSandbox({ processes: 2 }, async ({ sandbox, spoolInput, endlessFile }) => {
    const stop = new AbortController();
    const endless = sandbox.run('spool', spoolInput(endlessFile()), { signal: stop.signal });
    const waiting = sandbox.run('spool', spoolInput(GOOD));
    expect(sandbox.load()).toMatchObject({ running: 1, waiting: 1 });
    expect((await sandbox.run('spool', spoolInput(GOOD), { owner: 'bert' })).rowCount).toBe(1);
    expect(sandbox.load()).toMatchObject({ running: 1, waiting: 1 });
    stop.abort(new Error('gone'));
    await expect(endless).rejects.toThrow('gone');
    expect((await waiting).rowCount).toBe(1);
  });
});
