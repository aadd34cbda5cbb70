import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startCpuTimeLimit } from '../../../src/sandbox/cpu-time-limit.ts';
import { findCpuTime, parseProcStat, parsePsTime } from '../../../src/sandbox/process-usage.ts';
import { until } from '../../support/until.ts';

/** Runs a test beside a process that computes without end. */
async function withBusyProcess(test: (pid: number, stop: () => void) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); for (;;);'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  try {
    await test(child.pid ?? 0, () => child.kill('SIGSTOP'));
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

test('a busy process exceeds its limit after its CPU time', async () => {
  await withBusyProcess(async (pid) => {
    let time = 0;
    const clock = startCpuTimeLimit({ pid, timeoutMs: 200, now: () => time });
    time = 300;
    await until(() => clock.isExceeded());
  });
});

test('a process that gets no CPU time exceeds its limit later', async () => {
  await withBusyProcess(async (pid, stop) => {
    stop();
    let time = 0;
    const clock = startCpuTimeLimit({ pid, timeoutMs: 200, now: () => time });
    time = 799;
    expect(await clock.isExceeded()).toBe(false);
    time = 801;
    expect(await clock.isExceeded()).toBe(true);
  });
});

test('no process exceeds its limit before the elapsed time, even with more CPU time', async () => {
  await withBusyProcess(async (pid) => {
    const clock = startCpuTimeLimit({ pid, timeoutMs: 100, now: () => 0 });
    const before = (await findCpuTime(pid)) ?? 0;
    await until(async () => ((await findCpuTime(pid)) ?? 0) > before + 200);
    expect(await clock.isExceeded()).toBe(false);
  });
});

test('without CPU time from the system, the elapsed time counts', async () => {
  let time = 0;
  const clock = startCpuTimeLimit({ pid: undefined, timeoutMs: 100, now: () => time });
  time = 101;
  expect(await clock.isExceeded()).toBe(true);
});

test('CPU times of /proc and ps are parsed', () => {
  expect(parseProcStat('12 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0')).toBe(3000);
  expect(parsePsTime('0:01.50')).toBe(1500);
  expect(parsePsTime('1-02:03:04')).toBe(93_784_000);
});
