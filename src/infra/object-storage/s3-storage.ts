import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  type ServerSideEncryption,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { assertKey, ObjectNotFound, type ObjectStorage } from './object-storage.ts';
import { isConflict, isMissing, isTaken } from './s3-errors.ts';

/** The minimum part size except for the last part ("Amazon S3 multipart upload limits"). */
const PART_BYTES = 5 * 1024 * 1024;
/** Keys of the service never begin with a dot, so the probe cannot replace an object. */
const PROBE = '.probe';

interface S3StorageOptions {
  client: S3Client;
  bucket: string;
  /** Prefix of every key; '' or ending in '/'. */
  prefix: string;
  /** Encryption by the server, if any. */
  encryption?: { kind: ServerSideEncryption; kmsKeyId?: string | undefined } | undefined;
}

/**
 * Object storage in a bucket. Writes are atomic: S3 shows an object only after its last byte, and the parts of an aborted
 * stream are removed. Write-once uses `If-None-Match: *`.
 */
export function createS3Storage({ client, bucket, prefix, encryption }: S3StorageOptions): ObjectStorage {
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  const sealed = {
    ...(encryption && { ServerSideEncryption: encryption.kind }),
    ...(encryption?.kmsKeyId !== undefined && { SSEKMSKeyId: encryption.kmsKeyId }),
  };
  const get = async (key: string, range?: { start: number; end: number }) => {
    assertKey(key);
    try {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }));
      if (!(Body instanceof Readable)) throw new Error(`S3 sent no body for ${key}.`);
      return Body;
    } catch (error) {
      throw isMissing(error) ? new ObjectNotFound(key) : error;
    }
  };

  const storage: ObjectStorage = {
    async put(key, body) {
      assertKey(key);
      if (!(body instanceof Readable)) {
        await client.send(new PutObjectCommand({ ...at(key), ...sealed, Body: body }));
        return { size: body.byteLength };
      }
      let size = 0;
      const counted = body.map((chunk: Uint8Array) => {
        size += chunk.byteLength;
        return chunk;
      });
      const params = { ...at(key), ...sealed, Body: counted };
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done();
      return { size };
    },

    async putIfAbsent(key, body) {
      assertKey(key);
      for (let attempt = 1; ; attempt++) {
        try {
          await client.send(new PutObjectCommand({ ...at(key), ...sealed, Body: body, IfNoneMatch: '*' }));
          return true;
        } catch (error) {
          if (isTaken(error)) return false;
          if (!isConflict(error) || attempt === 5) throw error;
        }
      }
    },

    async get(key) {
      return Buffer.concat(await (await get(key)).toArray());
    },

    getStream: get,

    async find(key) {
      assertKey(key);
      try {
        const { ContentLength, LastModified } = await client.send(new HeadObjectCommand(at(key)));
        return { size: ContentLength ?? 0, modifiedAt: LastModified ?? new Date() };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async delete(key) {
      assertKey(key);
      await client.send(new DeleteObjectCommand(at(key)));
    },

    async *list(wanted) {
      for await (const page of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: prefix + wanted },
      )) {
        for (const { Key } of page.Contents ?? []) {
          const key = Key?.slice(prefix.length);
          if (key !== undefined && key !== PROBE) yield key;
        }
      }
    },

    // Parts of an interrupted upload are not objects: a lifecycle rule of the bucket removes them.
    async removeUnfinished() {
      return 0;
    },

    async check() {
      await client.send(new PutObjectCommand({ ...at(PROBE), ...sealed, Body: 'probe' }));
      await client.send(new DeleteObjectCommand(at(PROBE)));
    },
  };
  return storage;
}
