import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { S3Client } from '@aws-sdk/client-s3';
import { loadConfig } from '../../src/config.ts';
import { findCacheFolder } from '../../src/infra/cache-folder.ts';
import { createFolderStorage } from '../../src/infra/object-storage/folder-storage.ts';
import type { ObjectStorage } from '../../src/infra/object-storage/object-storage.ts';
import { createS3Storage } from '../../src/infra/object-storage/s3-storage.ts';
import { getWeedProgram } from '../support/storage/weed-program.ts';
import { S3_KEYS, startS3Server } from '../support/storage/weed-server.ts';
import { type Figure, timed } from './statistics.ts';

const DOCUMENTS = 10_000;
/** About what the example's document has; random, so that nothing on the way makes it smaller. */
const BYTES = 60_000;
/** At the same time. */
const CONCURRENCIES = [1, 4, 16, 64];
/** For the search of the best of them. */
const SOME = 1_000;

/**
 * Writes the same documents once each and reads them back, in a folder and on an S3 server of this machine: the cost of the
 * protocol without that of the network.
 */
export async function benchStorage(): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-storage-'));
  const { CACHE_DIR } = loadConfig();
  const program = await getWeedProgram({ cacheDir: await findCacheFolder(CACHE_DIR) });
  const server = await startS3Server({ program, folder: path.join(folder, 's3') });
  const { endpoint, bucket } = await server.createBucket();
  const credentials = S3_KEYS;
  const client = new S3Client({ endpoint, credentials, forcePathStyle: true, region: 'us-east-1' });
  const storages: Record<string, ObjectStorage> = {
    folder: createFolderStorage(path.join(folder, 'files')),
    S3: createS3Storage({ client, bucket, prefix: '', encryption: undefined }),
  };
  const body = randomBytes(BYTES);
  const figures: Figure[] = [];
  try {
    for (const [name, storage] of Object.entries(storages)) {
      const rates = new Map<number, number>();
      for (const concurrency of CONCURRENCIES) {
        const { written } = await measure({ storage, body, concurrency, count: SOME });
        rates.set(concurrency, written);
        figures.push({
          what: `${name}: written, ${concurrency} at a time`,
          value: written,
          unit: 'documents/s',
        });
      }
      const [concurrency = 1] = [...rates].reduce((best, next) => (next[1] > best[1] ? next : best));
      const all = await measure({ storage, body, concurrency, count: DOCUMENTS });
      const what = `${name}: ${DOCUMENTS}, ${concurrency} at a time`;
      figures.push({ what: `${what}, written`, value: all.written, unit: 'documents/s' });
      figures.push({ what: `${what}, read`, value: all.read, unit: 'documents/s' });
      figures.push({ what: `${what}, processor time each, here`, value: all.cpuMs, unit: 'ms' });
    }
    return figures;
  } finally {
    client.destroy();
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Measurement {
  storage: ObjectStorage;
  body: Uint8Array;
  concurrency: number;
  count: number;
}

/** Documents a second, and this process's time for one written and read. */
async function measure({ storage, body, concurrency, count }: Measurement) {
  const keys = Array.from({ length: count }, (_, index) => `documents/${concurrency}-${count}-${index}.pdf`);
  const each = (work: (key: string) => Promise<unknown>) => {
    const left = keys.values();
    const some = async () => {
      for (const key of left) await work(key);
    };
    return timed(() => Promise.all(Array.from({ length: concurrency }, some)));
  };
  const cpu = process.cpuUsage();
  const writtenMs = await each((key) => storage.putIfAbsent(key, body));
  const readMs = await each(async (key) => buffer(await storage.getStream(key)));
  const { user, system } = process.cpuUsage(cpu);
  return {
    written: (count / writtenMs) * 1000,
    read: (count / readMs) * 1000,
    cpuMs: (user + system) / 1000 / count,
  };
}
