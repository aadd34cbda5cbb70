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

/** An uploaded PDF in the folder of its request. */
export interface Upload {
  path: string;
  /** Bytes. */
  size: number;
  folder: string;
  /** Public id of the account that uploads it. */
  owner: string;
  /** Aborted when the client disconnects; the file is not read any further then. */
  signal: AbortSignal;
}

/** An uploaded PDF after its inspection, before it is stored. */
interface InspectedFile {
  pdfPath: string;
  /** Bytes. */
  size: number;
  /** Null if page 1 cannot be drawn. */
  thumbnailPath: string | null;
  inventory: TemplateInventory;
}

export type TemplateFiles = ReturnType<typeof createTemplateFiles>;

/** Inspects uploaded PDFs in the sandbox and stores them in object storage. */
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
    /** Throws StampingError if the file is not a PDF that can be filled, PDF_TOO_COMPLEX, BUSY, or the reason of `signal`. */
    async inspect(upload: Upload): Promise<InspectedFile> {
      const thumbnailPath = path.join(upload.folder, 'thumbnail.png');
      try {
        const { path: pdfPath, size, owner, signal } = upload;
        const input = { pdfPath, maxPages, thumbnailPath, thumbnailWidth: THUMBNAIL_WIDTH };
        const { inventory, hasThumbnail } = await sandbox.run('inspect', input, { owner, signal });
        return { pdfPath, size, inventory, thumbnailPath: hasThumbnail ? thumbnailPath : null };
      } catch (error) {
        if (upload.signal.aborted) throw upload.signal.reason;
        if (error instanceof SandboxError) throw toProblem(error);
        if (error instanceof StampingError) throw error;
        // A bug of the stamping engine: reject the file, and log the error for a fix.
        logger.error({ err: error }, 'an uploaded PDF caused an unexpected error');
        throw new StampingError(
          'PDF_DAMAGED',
          'The PDF is damaged and cannot be filled. Open it in a PDF program, save a copy and upload the copy.',
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

    /** Deletes files that no row refers to. A failure is only logged; maintenance deletes the file later. */
    async remove(keys: Iterable<string | null>): Promise<void> {
      for (const key of new Set(keys)) {
        if (key === null) continue;
        await storage
          .delete(key)
          .catch((error: unknown) => logger.error({ err: error, key }, 'cannot delete a stored file'));
      }
    },
  };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The API error for a PDF that exceeded the limits of the sandbox, or found no free process. */
export function toProblem(error: SandboxError): DomainError {
  if (!error.isCausedByInput) {
    return new DomainError('BUSY', error.message, { cause: error });
  }
  const advice = 'Use a PDF with fewer or simpler drawings, pages or fields.';
  const detail = `This PDF needs more time or memory than allowed. ${error.message} ${advice}`;
  return new DomainError('PDF_TOO_COMPLEX', detail, { cause: error });
}
