import { fileURLToPath } from 'node:url';
import type { ServerSideEncryption } from '@aws-sdk/client-s3';
import { createFolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/** `url`: `file:///path` or `s3://bucket/prefix`. The other settings are for S3 only. */
interface StorageSettings {
  url: string;
  endpoint?: string | undefined;
  encryption?: string | undefined;
  kmsKeyId?: string | undefined;
}

/** The configured storage. Does not connect. Throws on an unknown protocol. */
export async function openStorage(settings: StorageSettings): Promise<ObjectStorage> {
  const url = new URL(settings.url);
  if (url.protocol === 'file:') return createFolderStorage(fileURLToPath(url));
  if (url.protocol !== 's3:') {
    throw new Error(
      `STORAGE_URL: ${url.protocol}// is not supported; use file:///path or s3://bucket/prefix.`,
    );
  }
  // Loaded on need: the AWS SDK takes time and memory.
  const [{ createS3Client }, { createS3Storage }] = await Promise.all([
    import('./s3-client.ts'),
    import('./s3-storage.ts'),
  ]);
  const prefix = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  const { encryption, kmsKeyId } = settings;
  return createS3Storage({
    client: createS3Client({ endpoint: settings.endpoint }),
    bucket: url.host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    encryption: encryption === undefined ? undefined : { kind: encryption as ServerSideEncryption, kmsKeyId },
  });
}
