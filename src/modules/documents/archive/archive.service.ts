import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { ZipArchive } from 'archiver';
import { DomainError } from '../../../errors.ts';
import { parseTimeRange } from '../../../http/time-range.ts';
import type { Logger } from '../../../infra/logger.ts';
import type { ObjectStorage } from '../../../infra/object-storage/object-storage.ts';
import { createRowNamer } from '../../../stamping/naming-pattern.ts';
import { createUniqueNames } from '../../../stamping/unique-names.ts';
import { getOwnedWorkflow } from '../../workflows/owned-workflow.ts';
import type { ArchivedDocument, FindDocuments } from './archive.repository.ts';
import type { ArchiveQuery } from './archive.schemas.ts';
import { prefetch } from './prefetch.ts';
import { requireWhole } from './whole-object.ts';

interface ArchiveDependencies {
  orm: MikroORM;
  findDocuments: FindDocuments;
  storage: ObjectStorage;
  logger: Logger;
}

const MAX_DOCUMENTS = 10_000;
/** PDFs are compressed inside; more effort saves little. */
const LEVEL = 1;

export type ArchiveService = ReturnType<typeof createArchiveService>;

/** Documents of many runs as one archive. */
export function createArchiveService({ orm, findDocuments, storage, logger }: ArchiveDependencies) {
  return {
    /**
     * The archive, read as fast as the client takes it; destroyed with an error when a document is missing or not what
     * was recorded. Throws NOT_FOUND and VALIDATION_FAILED.
     */
    async open(
      ownerId: number,
      workflowId: string,
      query: ArchiveQuery & { signal: AbortSignal },
    ): Promise<Readable> {
      const { from, before } = parseTimeRange(query);
      const workflow = await getOwnedWorkflow(orm.em.fork(), ownerId, workflowId);
      const wanted = { workflowId: workflow.id, from, before, status: query.status ?? null };
      const documents = await findDocuments({ ...wanted, limit: MAX_DOCUMENTS + 1 });
      if (documents.length > MAX_DOCUMENTS) throw tooMany();
      const output = new PassThrough();
      void write(nameEntries(documents), output, query.signal).catch((error: unknown) => {
        // A HEAD closes what it does not read.
        const isClosed = output.destroyed && output.errored === null;
        if (query.signal.aborted || isClosed)
          logger.info({ workflowId }, 'an archive was not wanted any more');
        else logger.error({ workflowId, err: error }, 'an archive broke off');
        output.destroy(error instanceof Error ? error : new Error(String(error)));
      });
      return output;
    },
  };

  /** One document after the other, as fast as the client reads. */
  async function write(documents: NamedDocument[], output: PassThrough, signal: AbortSignal): Promise<void> {
    const archive = new ZipArchive({ zlib: { level: LEVEL } });
    const sent = pipeline(archive, output, { signal });
    // `failed` rejects while documents are appended; `sent` is awaited at the end.
    const failed = sent.then(() => new Promise<never>(() => {}));
    failed.catch(() => {});
    try {
      for await (const { object: document, source } of prefetch(storage, documents)) {
        try {
          signal.throwIfAborted();
          const checked = requireWhole(document);
          const read = pipeline(source, checked, { signal });
          const written = new Promise<void>((resolve) => archive.once('entry', () => resolve()));
          archive.append(checked, { name: document.entry });
          // Reading ends before the entry is written; a failure of either ends the archive.
          await Promise.race([Promise.all([read, written]), failed]);
        } finally {
          // A source that is no longer read would keep its file or connection open.
          source.destroy();
        }
      }
      archive.append(manifestOf(documents), { name: 'manifest.json' });
      await archive.finalize();
      await sent;
    } catch (error) {
      archive.abort();
      archive.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }
}

type NamedDocument = ArchivedDocument & { entry: string };

/** Entry names as in a bulk archive: valid on every operating system, without duplicates. */
function nameEntries(documents: readonly ArchivedDocument[]): NamedDocument[] {
  const namer = createRowNamer('[name]', ['name']);
  const names = documents.map(({ name }, index) => namer.nameOf([name.replace(/\.pdf$/i, '')], index + 1));
  const unique = createUniqueNames();
  for (const name of names) unique.reserve(name);
  return documents.map((document, index) => ({ ...document, entry: unique.take(names[index] ?? '') }));
}

function manifestOf(documents: readonly NamedDocument[]): string {
  const rows = documents.map(({ entry: name, size, sha256, documentId, runId, eventId, nodeId }) => ({
    name,
    size,
    sha256,
    documentId,
    runId,
    eventId,
    nodeId,
  }));
  return `${JSON.stringify({ documents: rows }, null, 2)}\n`;
}

function tooMany(): DomainError {
  const message = `would hold more than ${MAX_DOCUMENTS} documents; choose a shorter time with from and to`;
  return new DomainError('VALIDATION_FAILED', `The archive ${message}.`, {
    paths: [{ path: 'from', message }],
  });
}
