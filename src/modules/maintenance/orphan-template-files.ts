import path from 'node:path';
import { decodeTime, isValid } from 'ulid';
import type { Clock } from '../../infra/clock.ts';
import type { Logger } from '../../infra/logger.ts';
import { createLoop, type Loop } from '../../infra/loop.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sql } from '../../infra/sql.ts';

const EVERY_MS = 60 * 60 * 1000;
/** A request that stores files commits or removes them within minutes, or never. */
const AGE_MS = 60 * 60 * 1000;
const BATCH = 500;

export interface StrayFilesDependencies {
  storage: Pick<ObjectStorage, 'list' | 'delete'>;
  sql: Sql;
  clock: Clock;
  logger: Logger;
}

/** Looks for stray files once an hour. */
export function createStrayFiles(deps: StrayFilesDependencies): Loop {
  return createLoop(
    EVERY_MS,
    async () => {
      await removeStrayFiles(deps);
      return false;
    },
    deps.logger,
  );
}

/**
 * Removes template files that no version refers to: their process died between storing them and committing the
 * template. Names are new for each upload, so a file of that age without a row never gets one. Documents have a sweep
 * of their own (orphan-documents.ts). Answers how many were removed.
 */
export async function removeStrayFiles({
  storage,
  sql,
  clock,
  logger,
}: StrayFilesDependencies): Promise<number> {
  const before = clock.now().getTime() - AGE_MS;
  let removed = 0;
  let batch: string[] = [];
  const removeUnused = async () => {
    const unused = batch.length === 0 ? [] : await sql<{ key: string }>(UNUSED, [batch]);
    batch = [];
    for (const { key } of unused) {
      await storage.delete(key);
      logger.info({ key }, 'a file of an upload that was never finished is removed');
      removed++;
    }
  };
  for await (const key of storage.list('templates/')) {
    if (!isOlder(key, before)) continue;
    if (batch.push(key) >= BATCH) await removeUnused();
  }
  await removeUnused();
  return removed;
}

/** Files are named by the moment they were stored; others are not ours to judge. */
function isOlder(key: string, before: number): boolean {
  const name = path.posix.parse(key).name.toUpperCase();
  return isValid(name) && decodeTime(name) < before;
}

const UNUSED = {
  name: 'template_unused_files',
  text: `
    select key from unnest($1::text[]) as given (key)
    where key not in (select file_key from template_version)
      and key not in (select thumbnail_key from template_version where thumbnail_key is not null)`,
};
