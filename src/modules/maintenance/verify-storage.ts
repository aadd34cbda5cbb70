import { createHash } from 'node:crypto';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { ObjectNotFound } from '../../infra/object-storage/object-storage.ts';
import type { Sql, Statement } from '../../infra/sql.ts';

const BATCH = 500;
const AT_ONCE = 8;

/** A file the database names. `sha256` and `size` are null where the database does not know them. */
interface NamedFile {
  id: string;
  key: string;
  sha256: string | null;
  size: number | null;
}

/** What a look at every file found. */
export interface StorageReport {
  files: number;
  bytes: number;
  /** Keys the database names and the storage does not have. */
  missing: string[];
  /** Keys whose content is not what was stored. */
  different: string[];
}

export type VerifyStorage = ReturnType<typeof createVerifyStorage>;

/** Compares the storage with the database: every file that a row names is read and its SHA-256 compared. */
export function createVerifyStorage({
  sql,
  storage,
}: {
  sql: Sql;
  storage: Pick<ObjectStorage, 'getStream'>;
}) {
  /** `onProgress` is called after each batch. Changes nothing. Throws when the storage fails otherwise than by a missing file. */
  return async function verifyStorage(onProgress: (report: StorageReport) => void): Promise<StorageReport> {
    const report: StorageReport = { files: 0, bytes: 0, missing: [], different: [] };
    const verify = async (statement: Statement, { id, key, sha256, size }: NamedFile) => {
      const found = await measure(storage, key);
      if (found === null) {
        // It may have expired with its row since the list was read.
        const [still] = await sql<NamedFile>(statement, [String(BigInt(id) - 1n), 1]);
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
        const batch = await sql<NamedFile>(statement, [cursor, BATCH]);
        const last = batch.at(-1);
        if (last === undefined) break;
        cursor = last.id;
        const queue = batch.values();
        await Promise.all(
          Array.from({ length: AT_ONCE }, async () => {
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

/** Versions that share a file name it once. */
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
