import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

const SQLITE_BUSY = 5;

/** A lock on a file. The system releases it when the holder dies, even by `kill -9`. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock; null if another process (or another part of this one) holds it. SQLite's exclusive transaction is the only
 * portable lock held by the kernel that Node includes.
 */
export function findFileLock(file: string): FileLock | null {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => database.close() };
}

/** Runs `work` while holding the lock. Waits without a limit; calls `onWait` once before it does. */
export async function withFileLock<T>(
  { file, onWait }: { file: string; onWait: () => void },
  work: () => Promise<T>,
): Promise<T> {
  let lock = findFileLock(file);
  if (!lock) onWait();
  while (!lock) {
    await delay(200);
    lock = findFileLock(file);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
