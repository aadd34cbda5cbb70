import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { CompleteConfig } from '../config.ts';
import type { Logger } from '../infra/logger.ts';
import type { ObjectStorage } from '../infra/object-storage/object-storage.ts';
import { openStorage } from '../infra/object-storage/open-storage.ts';
import { findS3Advice } from '../infra/object-storage/s3-errors.ts';

const RESPONDS_WITHIN_MS = 30_000;
const PAUSE_MS = 1_000;

type StorageConfig = Pick<CompleteConfig, 'STORAGE_URL' | 'S3_ENDPOINT' | 'S3_ENCRYPTION' | 'S3_KMS_KEY_ID'>;

/**
 * Opens the storage and writes a probe to it, waiting for a server that is still starting. Throws an error with advice when
 * it is not writable; immediately if waiting would not help.
 */
export async function openReadyStorage(config: StorageConfig, logger: Logger): Promise<ObjectStorage> {
  const { STORAGE_URL: url, S3_ENDPOINT: endpoint } = config;
  const storage = await openStorage({
    url,
    endpoint,
    encryption: config.S3_ENCRYPTION,
    kmsKeyId: config.S3_KMS_KEY_ID,
  });
  const isFolder = url.startsWith('file:');
  const where = endpoint === undefined || isFolder ? url : `${url} at ${endpoint}`;
  const deadline = Date.now() + RESPONDS_WITHIN_MS;
  for (;;) {
    try {
      await storage.check();
      return storage;
    } catch (error) {
      const reason = error instanceof Error ? error.message || error.name : String(error);
      const advice = isFolder
        ? 'Make sure that the folder is writable, or set STORAGE_URL to a writable folder.'
        : findS3Advice(error);
      if (advice !== null || Date.now() > deadline) {
        const what = advice ?? 'Check STORAGE_URL and S3_ENDPOINT.';
        throw new Error(`The storage ${where} is not writable (${reason}). ${what}`, { cause: error });
      }
      logger.warn(
        `the storage ${where} does not respond (${reason}); waiting. Check STORAGE_URL and S3_ENDPOINT.`,
      );
      await delay(PAUSE_MS);
    }
  }
}

/**
 * Throws when the storage folder is empty or missing although the database refers to files. It is probably not mounted, and
 * new files would be hidden once it is.
 */
export async function assertNotUnmounted(url: string, orm: MikroORM): Promise<void> {
  if (!url.startsWith('file:')) return;
  const names = await readdir(fileURLToPath(url)).catch(() => []);
  if (names.some((name) => !name.startsWith('.'))) return;
  const [row] = await orm.em
    .fork()
    .execute<{ used: boolean }[]>(
      'select exists (select from template_version) or exists (select from document) as used',
    );
  if (row?.used !== true) return;
  throw new Error(
    `The storage ${url} is empty, but the database refers to files in it. Mount it, or correct STORAGE_URL. ` +
      'To continue without those files, create a file of any name in it.',
  );
}
