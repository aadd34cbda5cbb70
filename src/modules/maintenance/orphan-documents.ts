import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sql } from '../../infra/sql.ts';

/** A document is recorded moments after its file, or its step is tried again; a day covers long outages between. */
const AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

export interface OrphanDocumentsDependencies {
  storage: Pick<ObjectStorage, 'list' | 'find' | 'delete' | 'removeUnfinished'>;
  sql: Sql;
  clock: Clock;
  logger: Logger;
}

/** Removes files of documents that no row names. */
export interface OrphanDocuments {
  /** Looks through all documents. `onProgress` is called now and then. Answers how many files were removed. */
  sweep(onProgress?: () => void): Promise<number>;
}

/** Orphans come about when a run is deleted while its step stores, or when a file outlives its expired row. */
export function createOrphanDocuments(deps: OrphanDocumentsDependencies): OrphanDocuments {
  const { storage, sql, clock, logger } = deps;

  const findUnnamed = (keys: readonly string[]) => sql<{ key: string }>(UNNAMED, [keys]);

  const removeFrom = async (batch: readonly string[], before: number): Promise<number> => {
    let removed = 0;
    for (const { key } of batch.length === 0 ? [] : await findUnnamed(batch)) {
      const info = await storage.find(key);
      if (info === null || info.modifiedAt.getTime() >= before) continue;
      // A step that waited for a day may record its document just now.
      if ((await findUnnamed([key])).length === 0) continue;
      await storage.delete(key);
      logger.info({ key }, 'the file of a document that no run has is removed');
      removed += 1;
    }
    return removed;
  };

  return {
    async sweep(onProgress = () => {}) {
      const before = clock.now().getTime() - AGE_MS;
      let removed = await storage.removeUnfinished(new Date(before));
      let batch: string[] = [];
      for await (const key of storage.list('documents/')) {
        if (batch.push(key) < BATCH) continue;
        removed += await removeFrom(batch, before);
        batch = [];
        onProgress();
      }
      return removed + (await removeFrom(batch, before));
    },
  };
}

const UNNAMED = {
  name: 'document_unnamed_files',
  text: `
    select key from unnest($1::text[]) as given (key)
    where not exists (select from document d where d.public_id = substring(key from '^documents/(.+)[.]pdf$'))
      and key ~ '^documents/doc_[0-9a-z]{26}[.]pdf$'`,
};
