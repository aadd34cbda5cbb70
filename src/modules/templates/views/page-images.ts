import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DomainError, notFound } from '../../../errors.ts';
import type { Logger } from '../../../infra/logger.ts';
import { ObjectNotFound, type ObjectStorage } from '../../../infra/object-storage/object-storage.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { SandboxError } from '../../../sandbox/sandbox-error.ts';
import { toRefusal } from '../template-files.ts';

/** Pixels; two for each point of an ordinary page, sharp enough to place fields on. */
export const PAGE_WIDTH = 1200;

export type PageImages = ReturnType<typeof createPageImages>;

/** Draws pages of stored templates where a hostile file harms nobody. */
export function createPageImages({
  storage,
  sandbox,
  logger,
  temporaryFolder,
}: {
  storage: Pick<ObjectStorage, 'getStream'>;
  sandbox: Pick<Sandbox, 'run'>;
  logger: Logger;
  temporaryFolder: string;
}) {
  return {
    /**
     * One page, from 1, as PNG. Throws NOT_FOUND for what cannot be drawn, PDF_TOO_COMPLEX, BUSY, or the reason of
     * `signal`.
     */
    async draw(fileKey: string, page: number, signal: AbortSignal): Promise<Uint8Array> {
      const folder = await mkdtemp(path.join(temporaryFolder, 'page-'));
      try {
        const pdfPath = path.join(folder, 'template.pdf');
        const pngPath = path.join(folder, 'page.png');
        await pipeline(await storage.getStream(fileKey), createWriteStream(pdfPath), { signal });
        await sandbox
          .run('render', { pdfPath, pngPath, page, width: PAGE_WIDTH }, { signal })
          .catch((error: unknown) => {
            if (error instanceof SandboxError || signal.aborted) throw error;
            logger.warn({ err: error, fileKey, page }, 'a page could not be drawn');
            throw new DomainError('NOT_FOUND', `There is no image of page ${page}: it cannot be drawn.`);
          });
        return await readFile(pngPath);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (error instanceof ObjectNotFound) throw notFound('Template');
        throw error instanceof SandboxError ? toRefusal(error) : error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
