import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sql } from '../../infra/sql.ts';
import { createFindDocuments } from './archive/archive.repository.ts';
import { createArchiveService } from './archive/archive.service.ts';
import { createDocumentsService } from './documents.service.ts';

interface DocumentsDeps {
  orm: MikroORM;
  sql: Sql;
  storage: ObjectStorage;
  logger: Logger;
}

/** Downloads of the PDFs that runs created. */
export function createDocuments({ orm, sql, storage, logger }: DocumentsDeps) {
  return {
    documents: createDocumentsService({ orm, storage }),
    documentArchive: createArchiveService({ orm, storage, logger, findDocuments: createFindDocuments(sql) }),
  };
}
