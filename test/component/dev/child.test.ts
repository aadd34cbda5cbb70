import path from 'node:path';
import { startChild } from '../../../src/dev/child.ts';
import { endStaleProcess } from '../../../src/dev/stale-process.ts';
import { runNodeProgram } from '../../support/node-program.ts';
import { isAlive, until } from '../../support/until.ts';

const ignore = () => undefined;
const sleeper = {
  command: 'sleep',
  args: ['86400'],
  env: {},
  stopSignal: 'SIGTERM',
  onLine: ignore,
} as const;

test('a child dies with its parent, even when the parent is killed without warning', async () => {
  const parent = runNodeProgram({ file: path.join(import.meta.dirname, '../../support/dev/run-child.ts') });
  const pid = Number((await parent.line(/^child \d+$/)).split(' ')[1]);
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await parent.ended;
  await until(() => !isAlive(pid));
});

test('a child reports how it ended', async () => {
  const child = await startChild({ ...sleeper, command: 'sh', args: ['-c', 'exit 3'] });
  expect(await child.exited).toBe('exit code 3');
  const killed = await startChild(sleeper);
  await killed.stop();
  expect(await killed.exited).toBe('signal SIGTERM');
});

test('a child that ignores its stop signal is ended by force', async () => {
  let ready = ignore;
  const trapped = new Promise<void>((resolve) => {
    ready = () => void resolve();
  });
  const stubborn = await startChild({
    ...sleeper,
    command: 'sh',
    args: ['-c', "trap '' TERM; echo ready; while :; do sleep 1; done"],
    onLine: () => ready(),
  });
  await trapped;
  await stubborn.stop(50);
  expect(await stubborn.exited).toBe('signal SIGKILL');
});

test('a program that is not there is an error', async () => {
  await expect(startChild({ ...sleeper, command: '/no/such/program' })).rejects.toThrow('ENOENT');
});

test('a leftover process is ended if it is ours, and another one with its process id is left alone', async () => {
  const child = await startChild(sleeper);
  const leftover = { pid: child.pid, stopSignal: 'SIGTERM' } as const;
  expect(await endStaleProcess({ ...leftover, marker: 'some other program' })).toBe(false);
  expect(isAlive(child.pid)).toBe(true);
  expect(await endStaleProcess({ ...leftover, marker: '86400' })).toBe(true);
  expect(await child.exited).toBe('signal SIGTERM');
  expect(await endStaleProcess({ ...leftover, marker: '86400' })).toBe(false);
});
