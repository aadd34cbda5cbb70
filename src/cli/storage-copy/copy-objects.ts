import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';

/** What a copy did. `bytes` counts what was sent, not what was there already. */
export interface CopyReport {
  copied: number;
  present: number;
  bytes: number;
  /** Keys whose copy does not have the checksum of the original; each is left as it is, for a look. */
  different: string[];
}

export interface CopyOptions {
  from: ObjectStorage;
  to: ObjectStorage;
  /** Objects on their way at the same time. */
  concurrency?: number;
  onProgress?: (report: CopyReport) => void;
}

/**
 * Copies every object of one storage to another and compares SHA-256 of both afterwards, read back from the target.
 * What is there already with the same checksum is not sent again, so a copy that was cut goes on where it was.
 * Nothing is removed from either side.
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
    const there = await to.find(key);
    if (there?.size === original.size && (await hashObject(to, key)).sha256 === original.sha256) {
      report.present += 1;
      return;
    }
    await to.put(key, await from.getStream(key));
    report.copied += 1;
    report.bytes += original.size;
    if ((await hashObject(to, key)).sha256 !== original.sha256) report.different.push(key);
  };
  const copyOnes = async () => {
    for (let next = await keys.next(); next.done !== true; next = await keys.next()) {
      await copyOne(next.value);
      onProgress?.(report);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, copyOnes));
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
