import { fileURLToPath } from 'node:url';
import type { ServerSideEncryption } from '@aws-sdk/client-s3';
import { createFolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Where files are kept. `url`: `file:///path` or `s3://bucket/prefix`; the rest concerns S3 alone. */
export interface StorageSettings {
  url: string;
  endpoint?: string | undefined;
  encryption?: string | undefined;
  kmsKeyId?: string | undefined;
}

/** The storage the settings name; nothing is asked of it yet. Throws when no adapter serves the URL. */
export async function openStorage(settings: StorageSettings): Promise<ObjectStorage> {
  const url = new URL(settings.url);
  if (url.protocol === 'file:') return createFolderStorage(fileURLToPath(url));
  if (url.protocol !== 's3:') {
    throw new Error(`STORAGE_URL: ${url.protocol}// is not known; give file:///path or s3://bucket/prefix.`);
  }
  // Loading the AWS SDK takes time and memory; only those who use it pay.
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
