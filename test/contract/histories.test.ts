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
 * An upgrade meets runs that earlier versions started. Their recorded histories represent them: the replay test runs
 * them through the current code, which proves something only as long as they are not recorded again.
 */
test('histories in the repository are never changed or removed', async () => {
  // Without a repository, for example in an archive of the sources, there are no earlier commits.
  const changed = await git(
    'log',
    '--format=',
    '--name-only',
    '--diff-filter=MDR',
    '--',
    'test/fixtures/workflow-histories',
  );
  expect((changed ?? '').split('\n').filter((line) => line !== '')).toEqual([]);
  const uncommitted = await git(
    'diff',
    '--name-only',
    '--diff-filter=MD',
    'HEAD',
    '--',
    'test/fixtures/workflow-histories',
  );
  expect(uncommitted ?? '').toBe('');
});
