import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkHash, hashFile, PLATFORM, type Source } from './source.ts';

/** The program that an earlier start downloaded. */
export const cachedProgram: Source = {
  name: 'the cache',
  async get({ cacheDir }) {
    const { program, hash } = cachePaths(cacheDir);
    const expected = await readFile(hash, 'utf8').catch(() => null);
    if (expected === null || !(await stat(program).catch(() => null))) {
      throw new Error(`nothing in ${path.dirname(program)}`);
    }
    await checkHash(program, expected.trim());
    return program;
  },
};

/**
 * Runs `fetchProgram` in a new folder beside the cache and stores the program at the returned path. An interrupted start
 * leaves no incomplete program.
 */
export async function addToCache(
  cacheDir: string,
  fetchProgram: (workDir: string) => Promise<string>,
): Promise<string> {
  const { program, hash } = cachePaths(cacheDir);
  const workDir = path.join(cacheDir, `.download-${process.pid}-${Date.now()}`);
  await mkdir(workDir, { recursive: true });
  try {
    const fetched = await fetchProgram(workDir);
    await chmod(fetched, 0o755);
    const sum = await hashFile(fetched);
    await mkdir(path.dirname(program), { recursive: true });
    await rm(hash, { force: true });
    await rename(fetched, program);
    await writeFile(path.join(workDir, 'sha256'), `${sum}\n`);
    await rename(path.join(workDir, 'sha256'), hash);
    return program;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

function cachePaths(cacheDir: string): { program: string; hash: string } {
  const folder = path.join(cacheDir, `temporal-cli-${PLATFORM}`);
  return { program: path.join(folder, 'temporal'), hash: path.join(folder, 'temporal.sha256') };
}
