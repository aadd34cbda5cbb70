import { access, constants, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The folder downloads are kept in. Accounts without a home of their own cannot write the usual one; they get
 * one among the temporary files, if nobody else owns it.
 */
export async function findCacheFolder(preferred: string, temporary = tmpdir()): Promise<string> {
  if (await isWritable(preferred)) return preferred;
  const me = process.getuid?.() ?? 0;
  const fallback = path.join(temporary, `stamping-service-cache-${me}`);
  if ((await isWritable(fallback)) && (await lstat(fallback)).uid === me) return fallback;
  throw new Error(
    `Neither ${preferred} nor ${fallback} can be written. Set CACHE_DIR to a folder you may write.`,
  );
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
