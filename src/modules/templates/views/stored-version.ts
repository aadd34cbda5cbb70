import { notFound } from '../../../errors.ts';
import { ObjectNotFound, type ObjectStorage } from '../../../infra/object-storage/object-storage.ts';
import type { SingleStamp } from '../../stamping/single/single-stamper.ts';
import type { TemplateVersion } from '../template-version.entity.ts';

/** What the stamper must know of a stored version. Loading throws NOT_FOUND when the template was deleted meanwhile. */
export function toStampSource(
  version: TemplateVersion,
  storage: Pick<ObjectStorage, 'get'>,
): Pick<SingleStamp, 'versionId' | 'fileSize' | 'json' | 'loadPdf'> {
  return {
    versionId: version.id,
    fileSize: version.fileSize,
    json: version.json ?? null,
    loadPdf: () =>
      storage.get(version.fileKey).catch((error: unknown) => {
        throw error instanceof ObjectNotFound ? notFound('Template') : error;
      }),
  };
}
