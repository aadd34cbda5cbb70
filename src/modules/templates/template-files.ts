import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ulid } from 'ulid';
import { DomainError } from '../../errors.ts';
import type { Logger } from '../../infra/logger.ts';
import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { SandboxError } from '../../sandbox/sandbox-error.ts';
import { StampingError, type TemplateInventory } from '../../stamping/types.ts';
import type { FileFacts } from './template-versions.ts';

/** Pixels; enough for a tile in a list. */
const THUMBNAIL_WIDTH = 320;

/** An uploaded PDF that was looked at but belongs to nothing yet. */
export interface InspectedFile {
  pdfPath: string;
  /** Bytes. */
  size: number;
  /** Null when page 1 could not be drawn. */
  thumbnailPath: string | null;
  inventory: TemplateInventory;
}

export type TemplateFiles = ReturnType<typeof createTemplateFiles>;

/** Looks at uploaded PDFs where they can do no harm, and keeps them in object storage. */
export function createTemplateFiles({
  storage,
  sandbox,
  logger,
  maxPages,
}: {
  storage: ObjectStorage;
  sandbox: Pick<Sandbox, 'run'>;
  logger: Logger;
  maxPages: number;
}) {
  return {
    /** Throws StampingError for what is not a PDF to fill, PDF_TOO_COMPLEX, or BUSY. */
    async inspect(upload: { path: string; size: number; folder: string }): Promise<InspectedFile> {
      const thumbnailPath = path.join(upload.folder, 'thumbnail.png');
      try {
        const { inventory, hasThumbnail } = await sandbox.run('inspect', {
          pdfPath: upload.path,
          maxPages,
          thumbnailPath,
          thumbnailWidth: THUMBNAIL_WIDTH,
        });
        const { path: pdfPath, size } = upload;
        return { pdfPath, size, inventory, thumbnailPath: hasThumbnail ? thumbnailPath : null };
      } catch (error) {
        if (error instanceof SandboxError) throw toRefusal(error);
        if (error instanceof StampingError) throw error;
        // What cannot be read or filled for a reason nobody foresaw is refused all the same, and looked into.
        logger.error({ err: error }, 'an uploaded PDF met a fault of the engine');
        throw new StampingError(
          'PDF_DAMAGED',
          'The PDF has a fault that keeps it from being filled. Open it in a PDF program, save it anew and upload that.',
        );
      }
    },

    /** Stores file and thumbnail under new random names. */
    async store(file: InspectedFile): Promise<FileFacts> {
      const name = `templates/${ulid().toLowerCase()}`;
      const stored: FileFacts = {
        fileKey: `${name}.pdf`,
        thumbnailKey: file.thumbnailPath === null ? null : `${name}.png`,
        fileSha256: await sha256Of(file.pdfPath),
        fileSize: file.size,
        inventory: file.inventory,
      };
      await storage.put(stored.fileKey, createReadStream(file.pdfPath));
      if (file.thumbnailPath !== null) {
        await storage.put(`${name}.png`, createReadStream(file.thumbnailPath));
      }
      return stored;
    },

    /** Removes what nothing refers to any more. A failure is logged: the rows that matter are gone already. */
    async remove(keys: Iterable<string | null>): Promise<void> {
      for (const key of new Set(keys)) {
        if (key === null) continue;
        await storage
          .delete(key)
          .catch((error: unknown) => logger.error({ err: error, key }, 'an object could not be removed'));
      }
    },
  };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** What a user is told when a PDF passed the limits of the process that read it, or found none free. */
export function toRefusal(error: SandboxError): DomainError {
  if (!error.isInputAtFault) {
    return new DomainError('BUSY', 'Too many files are being read at once; try again in a moment.', {
      cause: error,
    });
  }
  const detail =
    'This PDF needs more time or memory than allowed; try a simpler one, or print it to PDF anew.';
  return new DomainError('PDF_TOO_COMPLEX', detail, { cause: error });
}
