import path from 'node:path';
import { decodeTime, isValid } from 'ulid';
import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sql } from '../../infra/sql.ts';

/** An upload commits its template, or deletes its files, within minutes. */
const MIN_AGE_MS = 60 * 60 * 1000;
const BATCH = 500;

interface OrphanTemplateFilesDependencies {
  storage: Pick<ObjectStorage, 'list' | 'delete'>;
  sql: Sql;
  clock: Clock;
  logger: Logger;
}

/**
 * Deletes template files that no version refers to: their process died between storing them and committing the
 * template. Each upload has new names, so an old file without a row never gets one.
 */
export function createOrphanTemplateFiles(deps: OrphanTemplateFilesDependencies) {
  const { storage, sql, clock, logger } = deps;

  const deleteUnused = async (keys: readonly string[]): Promise<number> => {
    const unused = keys.length === 0 ? [] : await sql<{ key: string }>(FIND_UNUSED, [keys]);
    for (const { key } of unused) {
      await storage.delete(key);
      logger.info({ key }, 'the file of an unfinished upload deleted');
    }
    return unused.length;
  };

  return {
    /** Returns the number of deleted files. */
    async deleteAll(): Promise<number> {
      const before = clock.now().getTime() - MIN_AGE_MS;
      let deleted = 0;
      let batch: string[] = [];
      for await (const key of storage.list('templates/')) {
        if (!isOlder(key, before) || batch.push(key) < BATCH) continue;
        deleted += await deleteUnused(batch);
        batch = [];
      }
      return deleted + (await deleteUnused(batch));
    },
  };
}

/** Our file names contain the time of storing. Files with other names are not ours. */
function isOlder(key: string, before: number): boolean {
  const name = path.posix.parse(key).name.toUpperCase();
  return isValid(name) && decodeTime(name) < before;
}

const FIND_UNUSED = {
  name: 'template_unused_files',
  text: `
    select key from unnest($1::text[]) as given (key)
    where key not in (select file_key from template_version)
      and key not in (select thumbnail_key from template_version where thumbnail_key is not null)`,
};
