import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DomainError, notFound } from '../../../errors.ts';
import type { Logger } from '../../../infra/logger.ts';
import { ObjectNotFound, type ObjectStorage } from '../../../infra/object-storage/object-storage.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { SandboxError } from '../../../sandbox/sandbox-error.ts';
import { toProblem } from '../template-files.ts';

/** Pixels: about two per point of an A4 page, sharp enough to position fields. */
export const PAGE_WIDTH = 1200;

export type PageImages = ReturnType<typeof createPageImages>;

/** Draws pages of stored templates in the sandbox. */
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
     * Draws one page, from 1, as PNG. Throws NOT_FOUND if the page cannot be drawn, PDF_TOO_COMPLEX, BUSY, or the reason
     * of `signal`.
     */
    async draw(
      fileKey: string,
      page: number,
      { owner, signal }: { owner: string; signal: AbortSignal },
    ): Promise<Uint8Array> {
      const folder = await mkdtemp(path.join(temporaryFolder, 'page-'));
      try {
        const pdfPath = path.join(folder, 'template.pdf');
        const pngPath = path.join(folder, 'page.png');
        await pipeline(await storage.getStream(fileKey), createWriteStream(pdfPath), { signal });
        await sandbox
          .run('render', { pdfPath, pngPath, page, width: PAGE_WIDTH }, { owner, signal })
          .catch((error: unknown) => {
            if (error instanceof SandboxError || signal.aborted) throw error;
            logger.warn({ err: error, fileKey, page }, 'cannot draw a page');
            throw new DomainError(
              'NOT_FOUND',
              `There is no image of page ${page}, because the page cannot be drawn.`,
            );
          });
        return await readFile(pngPath);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (error instanceof ObjectNotFound) throw notFound('The template');
        throw error instanceof SandboxError ? toProblem(error) : error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
