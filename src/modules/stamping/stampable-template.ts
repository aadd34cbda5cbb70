import { notFound } from '../../errors.ts';
import { ObjectNotFound, type ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import type { TemplatesService } from '../templates/templates.service.ts';
import type { CurrentUser } from '../users/current-user.ts';

/** The template as stamping needs it: the version that was current when the request came. */
export interface StampableTemplate {
  publicId: string;
  organizationId: number | null;
  namingPattern: string | null;
  /** The mappings as they were saved, or null. */
  json: string | null;
  /** The PDF. Throws NOT_FOUND when the template was deleted meanwhile. */
  getPdf(): Promise<Uint8Array>;
}

export interface StampableTemplates {
  /** Throws NOT_FOUND for what the user may not see. */
  get(user: CurrentUser, publicId: string): Promise<StampableTemplate>;
}

/** Templates for stamping, from the template service and the storage their files lie in. */
export function createStampableTemplates(
  templates: Pick<TemplatesService, 'getCurrent'>,
  storage: Pick<ObjectStorage, 'get'>,
): StampableTemplates {
  return {
    async get(user, publicId) {
      const { template, version } = await templates.getCurrent(user, publicId);
      return {
        publicId: template.publicId,
        organizationId: template.organization?.id ?? null,
        namingPattern: template.namingPattern ?? null,
        json: version.json ?? null,
        getPdf: () =>
          storage.get(version.fileKey).catch((error: unknown) => {
            throw error instanceof ObjectNotFound ? notFound('Template') : error;
          }),
      };
    },
  };
}
