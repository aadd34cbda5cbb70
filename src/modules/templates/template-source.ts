import { notFound } from '../../errors.ts';
import { ObjectNotFound, type ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { TemplateToFill } from '../../stamping-pool/stamping-pool.ts';
import type { TemplateVersion } from './template-version.entity.ts';

/** A stored version as the stamping pool needs it. */
export type TemplateSource = Omit<TemplateToFill, 'columns' | 'flatten'>;

/** `loadPdf` throws NOT_FOUND if the template was deleted meanwhile. */
export function toTemplateSource(
  version: TemplateVersion,
  storage: Pick<ObjectStorage, 'get'>,
): TemplateSource {
  return {
    versionId: version.id,
    fileSize: version.fileSize,
    json: version.json ?? null,
    loadPdf: () =>
      storage.get(version.fileKey).catch((error: unknown) => {
        throw error instanceof ObjectNotFound ? notFound('The template') : error;
      }),
  };
}
