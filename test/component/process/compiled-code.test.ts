import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FLAG } from '../../../src/process/compiled-code.ts';

test('this V8 knows the flag that keeps compiled code: one it does not know would change nothing, in silence', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--v8-options'], { maxBuffer: 10_000_000 });
  expect(stdout).toContain(`${FLAG} (`);
});
