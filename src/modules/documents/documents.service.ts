import type { Readable } from 'node:stream';
import type { MikroORM } from '@mikro-orm/postgresql';
import { notFound } from '../../errors.ts';
import { formatTimestamp } from '../../infra/clock.ts';
import { ObjectNotFound, type ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { Document } from './document.entity.ts';
import type { DocumentRecord } from './documents.schemas.ts';

/** A filled PDF. `size` in bytes; `open` gives the bytes of a range, both ends included, or all. */
interface DocumentFile {
  name: string;
  size: number;
  sha256: string;
  open(range: { start: number; end: number } | null): Promise<Readable>;
}

export type DocumentsService = ReturnType<typeof createDocumentsService>;

/** Filled PDFs of runs, for their owner. */
export function createDocumentsService({ orm, storage }: { orm: MikroORM; storage: ObjectStorage }) {
  const getOwned = async (ownerId: number, publicId: string) => {
    const document = isPublicId('doc', publicId)
      ? await orm.em
          .fork()
          .findOne(Document, { publicId, owner: ownerId }, { populate: ['run', 'run.workflow'] })
      : null;
    if (document === null) throw notFound('The document');
    return document;
  };

  return {
    /** Throws NOT_FOUND. */
    async get(ownerId: number, publicId: string): Promise<DocumentRecord> {
      const document = await getOwned(ownerId, publicId);
      const run = document.run.getEntity();
      const { name, templateVersion, nodeId, size } = document;
      return {
        documentId: publicId,
        templateId: document.templatePublicId,
        name,
        templateVersion,
        nodeId,
        size,
        workflowId: run.workflow.getEntity().publicId,
        runId: run.publicId,
        createdAt: formatTimestamp(document.createdAt),
      };
    },

    /** The PDF itself. Throws NOT_FOUND, also from `open`. */
    async getFile(ownerId: number, publicId: string): Promise<DocumentFile> {
      const { name, size, sha256, storageKey } = await getOwned(ownerId, publicId);
      return {
        name,
        size,
        sha256,
        async open(range) {
          try {
            return await storage.getStream(storageKey, range ?? undefined);
          } catch (error) {
            // Deleted with its row during this request.
            throw error instanceof ObjectNotFound ? notFound('The document') : error;
          }
        },
      };
    },
  };
}
