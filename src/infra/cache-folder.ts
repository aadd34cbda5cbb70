import { access, constants, lstat, mkdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** Default folder for downloads: in the home folder, or in the temporary folder for an account without a home. */
export function usualCacheFolder(findHome = homedir): string {
  try {
    return path.join(findHome(), '.cache', 'stamping-service');
  } catch {
    return temporaryFolder(tmpdir());
  }
}

/** The folder for downloads: `preferred` if it is writable, else one in the temporary folder that this account owns. */
export async function findCacheFolder(preferred: string, temporary = tmpdir()): Promise<string> {
  if (await isWritable(preferred)) return preferred;
  const fallback = temporaryFolder(temporary);
  if ((await isWritable(fallback)) && (await lstat(fallback)).uid === myId()) return fallback;
  throw new Error(`Neither ${preferred} nor ${fallback} is writable. Set CACHE_DIR to a writable folder.`);
}

function temporaryFolder(temporary: string): string {
  return path.join(temporary, `stamping-service-cache-${myId()}`);
}

function myId(): number {
  return process.getuid?.() ?? 0;
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
