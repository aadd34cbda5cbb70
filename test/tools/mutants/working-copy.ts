import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A copy of the repository in which files can be changed. */
export interface WorkingCopy {
  folder: string;
  /** Writes a file, runs the work and restores the file. */
  withFile<Result>(file: string, text: string, work: () => Promise<Result>): Promise<Result>;
  remove(): Promise<void>;
}

/** Paths of all files in the repository that git does not ignore. */
export async function listRepositoryFiles(root: string): Promise<string[]> {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await run('git', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(stdout.split('\n').filter((file) => file !== ''))];
}

/** Copies the repository to `folder`, on the same file system: packages are hard links. */
export async function createWorkingCopy(root: string, folder: string): Promise<WorkingCopy> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of await listRepositoryFiles(root)) {
    await cp(path.join(root, file), path.join(folder, file)).catch((error: { code?: string }) => {
      // A deleted file that is not committed yet is still listed.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await run('cp', ['-al', path.join(root, 'node_modules'), path.join(folder, 'node_modules')]);
  return {
    folder,
    async withFile(file, text, work) {
      const target = path.join(folder, file);
      const original = await readFile(target);
      await writeFile(target, text);
      try {
        return await work();
      } finally {
        await writeFile(target, original);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
