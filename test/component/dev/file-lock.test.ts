import path from 'node:path';
import { findFileLock, withFileLock } from '../../../src/dev/file-lock.ts';
import { runNodeProgram } from '../../support/node-program.ts';
import { testFolder } from '../../support/stack/stack.ts';

const program = path.join(import.meta.dirname, '../../support/dev/hold-lock.ts');

test('a second process is rejected, and admitted when the first is killed without warning', async () => {
  const file = path.join(await testFolder('lock'), 'a lock');
  const first = runNodeProgram({ file: program, args: [file] });
  await first.line(/^locked$/);
  expect(findFileLock(file)).toBeNull();
  first.kill('SIGKILL');
  await first.ended;
  const lock = findFileLock(file);
  expect(lock).not.toBeNull();
  lock?.release();
});

test('work under one lock never overlaps, and a caller that waits is notified once', async () => {
  const file = path.join(await testFolder('lock'), 'lock');
  let inside = 0;
  let most = 0;
  let waits = 0;
  const onWait = () => {
    waits += 1;
  };
  const work = () =>
    withFileLock({ file, onWait }, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
    });
  await Promise.all([work(), work(), work()]);
  expect(most).toBe(1);
  expect(waits).toBe(2);
});

test('work that fails lets go of the lock', async () => {
  const file = path.join(await testFolder('lock'), 'lock');
  const failing = withFileLock({ file, onWait: () => undefined }, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  const lock = findFileLock(file);
  expect(lock).not.toBeNull();
  lock?.release();
});
