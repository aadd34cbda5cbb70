import { createHash } from 'node:crypto';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { ObjectNotFound } from '../../infra/object-storage/object-storage.ts';
import type { Sql, Statement } from '../../infra/sql.ts';

const BATCH = 500;
const CONCURRENCY = 8;

/** A file that a row refers to. `sha256` and `size` are null where no row has them. */
interface StoredFile {
  id: string;
  key: string;
  sha256: string | null;
  size: number | null;
}

/** Result of comparing every file with the database. */
interface StorageReport {
  files: number;
  bytes: number;
  /** Keys of files that do not exist. */
  missing: string[];
  /** Keys of files whose size or hash differs from that in the database. */
  different: string[];
}

/** Reads every file that a row refers to and compares its SHA-256 with the row. Changes nothing. */
export function createVerifyStorage({
  sql,
  storage,
}: {
  sql: Sql;
  storage: Pick<ObjectStorage, 'getStream'>;
}) {
  /** `onProgress` is called after each batch. Throws when the storage fails other than by a missing file. */
  return async function verifyStorage(onProgress: (report: StorageReport) => void): Promise<StorageReport> {
    const report: StorageReport = { files: 0, bytes: 0, missing: [], different: [] };
    const verify = async (statement: Statement, { id, key, sha256, size }: StoredFile) => {
      const found = await measure(storage, key);
      if (found === null) {
        // The file may have expired with its row since the batch was read.
        const [still] = await sql<StoredFile>(statement, [String(BigInt(id) - 1n), 1]);
        if (still?.key === key) report.missing.push(key);
        return;
      }
      report.files += 1;
      report.bytes += found.size;
      const isSame = (sha256 ?? found.sha256) === found.sha256 && (size ?? found.size) === found.size;
      if (!isSame) report.different.push(key);
    };
    for (const statement of [TEMPLATE_FILES, THUMBNAILS, DOCUMENTS]) {
      let cursor = '0';
      for (;;) {
        const batch = await sql<StoredFile>(statement, [cursor, BATCH]);
        const last = batch.at(-1);
        if (last === undefined) break;
        cursor = last.id;
        const queue = batch.values();
        await Promise.all(
          Array.from({ length: CONCURRENCY }, async () => {
            for (const file of queue) await verify(statement, file);
          }),
        );
        onProgress(report);
      }
    }
    return report;
  };
}

async function measure(storage: Pick<ObjectStorage, 'getStream'>, key: string) {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of (await storage.getStream(key)) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      size += chunk.byteLength;
    }
  } catch (error) {
    if (error instanceof ObjectNotFound) return null;
    throw error;
  }
  return { sha256: hash.digest('hex'), size };
}

/** Only the first of the versions that share a file. */
const TEMPLATE_FILES: Statement = {
  name: 'verify_template_files',
  text: `
    select id::text, file_key as key, file_sha256 as sha256, file_size as size from template_version v
    where id > $1::bigint
      and not exists (select from template_version o where o.file_key = v.file_key
                      and o.template_public_id = v.template_public_id and o.id < v.id)
    order by v.id limit $2::int`,
};

const THUMBNAILS: Statement = {
  name: 'verify_thumbnails',
  text: `
    select id::text, thumbnail_key as key, null as sha256, null as size from template_version v
    where id > $1::bigint and thumbnail_key is not null
      and not exists (select from template_version o where o.thumbnail_key = v.thumbnail_key
                      and o.template_public_id = v.template_public_id and o.id < v.id)
    order by v.id limit $2::int`,
};

const DOCUMENTS: Statement = {
  name: 'verify_documents',
  text: `
    select id::text, storage_key as key, sha256, size from document d
    where id > $1::bigint order by d.id limit $2::int`,
};
