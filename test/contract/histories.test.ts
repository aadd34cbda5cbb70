import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(import.meta.dirname, '../..');

async function git(...args: string[]): Promise<string | null> {
  try {
    return (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
  } catch {
    return null;
  }
}

/**
 * Whoever upgrades has runs that an earlier commit began. Its recorded histories stand for them: the replay test runs
 * them through today's code, which proves something only while nobody records them anew.
 */
test('histories recorded by earlier commits are replayed as those commits recorded them', async () => {
  // Without a repository, in an archive of the sources say, there are no earlier commits to ask.
  const changed = await git(
    'log',
    '--format=',
    '--name-only',
    '--diff-filter=MDR',
    '--',
    'test/fixtures/histories',
  );
  expect((changed ?? '').split('\n').filter((line) => line !== '')).toEqual([]);
  const uncommitted = await git(
    'diff',
    '--name-only',
    '--diff-filter=MD',
    'HEAD',
    '--',
    'test/fixtures/histories',
  );
  expect(uncommitted ?? '').toBe('');
});
