import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openCachePart } from '../../infra/cache-folder.ts';
import { CLI_VERSION, PROGRAM_SHA256 } from './pins.ts';
import { checkHash, hashFile, PLATFORM, type Source } from './source.ts';

/** The program that an earlier start downloaded or built. */
export const cachedProgram: Source = {
  name: 'the cache',
  async get({ cacheDir }) {
    const released = path.join(await openCachePart(cacheDir, RELEASED), 'temporal');
    if (await stat(released).catch(() => null)) {
      await checkReleased(released);
      return released;
    }
    const built = path.join(await openCachePart(cacheDir, BUILT), 'temporal');
    const expected = await readFile(`${built}.sha256`, 'utf8').catch(() => null);
    if (expected === null || !(await stat(built).catch(() => null))) {
      throw new Error(`nothing in ${path.dirname(released)}`);
    }
    await checkHash(built, expected.trim());
    return built;
  },
};

/**
 * Runs `fetchProgram` in a new folder beside the cache and stores the program at the returned path. An interrupted start
 * leaves no incomplete program. A released program must have the hash that is known for this platform, now and at each
 * start. One that was built on this machine has none: its hash is stored to detect damage, and it is trusted because no
 * other user can write into the folder.
 */
export async function addToCache(
  cacheDir: string,
  { isBuilt, fetchProgram }: { isBuilt: boolean; fetchProgram: (workDir: string) => Promise<string> },
): Promise<string> {
  const folder = await openCachePart(cacheDir, isBuilt ? BUILT : RELEASED);
  const program = path.join(folder, 'temporal');
  const workDir = path.join(cacheDir, `.download-${process.pid}-${Date.now()}`);
  await mkdir(workDir, { mode: 0o700 });
  try {
    const fetched = await fetchProgram(workDir);
    if (!isBuilt) await checkReleased(fetched);
    await chmod(fetched, 0o755);
    const sum = await hashFile(fetched);
    await rm(`${program}.sha256`, { force: true });
    await rename(fetched, program);
    await writeFile(path.join(workDir, 'sha256'), `${sum}\n`);
    await rename(path.join(workDir, 'sha256'), `${program}.sha256`);
    return program;
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function checkReleased(program: string): Promise<void> {
  const sum = await hashFile(program);
  if (PROGRAM_SHA256[PLATFORM]?.includes(sum)) return;
  throw new Error(
    `${program} is not the program of release ${CLI_VERSION} for ${PLATFORM} (its SHA-256 is ${sum}), so it was not run. Delete it to download it again`,
  );
}

const RELEASED = `temporal-cli-${CLI_VERSION}-${PLATFORM}`;
const BUILT = `temporal-cli-built-${PLATFORM}`;
