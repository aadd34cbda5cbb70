import { access, constants, mkdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { requireOwnFolder } from './own-folder.ts';

/** Default folder for downloads: in the home folder, or in the temporary folder for an account without a home. */
export function usualCacheFolder(findHome = homedir): string {
  try {
    return path.join(findHome(), '.cache', 'stamping-service');
  } catch {
    return temporaryFolder(tmpdir());
  }
}

/**
 * The folder for downloads and compiled code: `preferred` if it is writable, else one in the temporary folder. Throws if
 * another user could change the folder, because programs in it are run.
 */
export async function findCacheFolder(preferred: string, temporary = tmpdir()): Promise<string> {
  const fallback = temporaryFolder(temporary);
  for (const folder of [preferred, fallback]) {
    if (await isWritable(folder)) return requireOwnFolder(folder, 'CACHE_DIR');
  }
  throw new Error(`Neither ${preferred} nor ${fallback} is writable. Set CACHE_DIR to a writable folder.`);
}

/** A folder in the cache folder, which is created. Throws if another user could change it. */
export async function openCachePart(cacheFolder: string, name: string): Promise<string> {
  const folder = path.join(cacheFolder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return requireOwnFolder(folder, 'CACHE_DIR');
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
