import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';

interface CopyReport {
  copied: number;
  /** Objects that the target already had, with the same checksum. */
  present: number;
  /** Size of the copied objects. */
  bytes: number;
  /** Keys whose copy has another checksum than the original. The copies stay, so that you can examine them. */
  different: string[];
}

interface CopyOptions {
  from: ObjectStorage;
  to: ObjectStorage;
  /** Number of objects copied at the same time; 8 by default. */
  concurrency?: number;
  onProgress?: (report: CopyReport) => void;
}

/**
 * Copies every object of one storage to another, reads each copy back and compares the SHA-256 of both. Objects that the
 * target already has with the same checksum are skipped, so an interrupted copy resumes. Nothing is deleted on either
 * side.
 */
export async function copyObjects({
  from,
  to,
  concurrency = 8,
  onProgress,
}: CopyOptions): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, present: 0, bytes: 0, different: [] };
  const keys = from.list('')[Symbol.asyncIterator]();
  const copyOne = async (key: string) => {
    const original = await hashObject(from, key);
    const existing = await to.find(key);
    if (existing?.size === original.size && (await hashObject(to, key)).sha256 === original.sha256) {
      report.present += 1;
      return;
    }
    await to.put(key, await from.getStream(key));
    report.copied += 1;
    report.bytes += original.size;
    if ((await hashObject(to, key)).sha256 !== original.sha256) report.different.push(key);
  };
  const copyNext = async () => {
    for (let next = await keys.next(); next.done !== true; next = await keys.next()) {
      await copyOne(next.value);
      onProgress?.(report);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, copyNext));
  return report;
}

async function hashObject(storage: ObjectStorage, key: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  const body: Readable = await storage.getStream(key);
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { sha256: hash.digest('hex'), size };
}
