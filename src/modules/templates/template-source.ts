import { notFound } from '../../errors.ts';
import { ObjectNotFound, type ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { TemplateSource } from '../../stamping-pool/stamping-pool.ts';
import type { TemplateVersion } from './template-version.entity.ts';

/** A stored version as the stamping pool compiles it. Loading throws NOT_FOUND when the template was deleted meanwhile. */
export function toTemplateSource(
  version: Pick<TemplateVersion, 'id' | 'fileKey' | 'fileSize' | 'json'>,
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
