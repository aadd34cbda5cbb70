import { access, constants, lstat, mkdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** Where downloads are kept by default: in the home folder, or among the temporary files for an account that has none. */
export function usualCacheFolder(findHome = homedir): string {
  try {
    return path.join(findHome(), '.cache', 'stamping-service');
  } catch {
    return temporaryFolder(tmpdir());
  }
}

/**
 * The folder downloads are kept in. Accounts without a home of their own cannot write the usual one; they get
 * one among the temporary files, if nobody else owns it.
 */
export async function findCacheFolder(preferred: string, temporary = tmpdir()): Promise<string> {
  if (await isWritable(preferred)) return preferred;
  const fallback = temporaryFolder(temporary);
  if ((await isWritable(fallback)) && (await lstat(fallback)).uid === myId()) return fallback;
  throw new Error(
    `Neither ${preferred} nor ${fallback} can be written. Set CACHE_DIR to a folder you may write.`,
  );
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
