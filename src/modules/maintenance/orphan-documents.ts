import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sql } from '../../infra/sql.ts';

/** A document is recorded moments after its file is stored, or its step is retried; a day covers long outages. */
const MIN_AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

interface OrphanDocumentsDependencies {
  storage: Pick<ObjectStorage, 'list' | 'find' | 'delete' | 'removeUnfinished'>;
  sql: Sql;
  clock: Clock;
  logger: Logger;
}

/**
 * Deletes files of documents that no row refers to. They remain when a run is deleted while one of its steps stores a
 * document, or when the file of an expired document could not be deleted.
 */
export function createOrphanDocuments(deps: OrphanDocumentsDependencies) {
  const { storage, sql, clock, logger } = deps;

  const findOrphans = (keys: readonly string[]) => sql<{ key: string }>(FIND_ORPHANS, [keys]);

  const deleteOrphans = async (batch: readonly string[], before: number): Promise<number> => {
    let deleted = 0;
    for (const { key } of batch.length === 0 ? [] : await findOrphans(batch)) {
      const info = await storage.find(key);
      if (info === null || info.modifiedAt.getTime() >= before) continue;
      // A step that was delayed for a day may have recorded its document in between.
      if ((await findOrphans([key])).length === 0) continue;
      await storage.delete(key);
      logger.info({ key }, 'the file of a document without a row deleted');
      deleted += 1;
    }
    return deleted;
  };

  return {
    /** Returns the number of deleted files, unfinished ones included. */
    async deleteAll(): Promise<number> {
      const before = clock.now().getTime() - MIN_AGE_MS;
      let deleted = await storage.removeUnfinished(new Date(before));
      let batch: string[] = [];
      for await (const key of storage.list('documents/')) {
        if (batch.push(key) < BATCH) continue;
        deleted += await deleteOrphans(batch, before);
        batch = [];
      }
      return deleted + (await deleteOrphans(batch, before));
    },
  };
}

const FIND_ORPHANS = {
  name: 'document_orphan_files',
  text: `
    select key from unnest($1::text[]) as given (key)
    where not exists (select from document d where d.public_id = substring(key from '^documents/(.+)[.]pdf$'))
      and key ~ '^documents/doc_[0-9a-z]{26}[.]pdf$'`,
};
