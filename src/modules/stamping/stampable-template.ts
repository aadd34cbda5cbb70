import type { ObjectStorage } from '../../infra/object-storage/object-storage.ts';
import { type TemplateSource, toTemplateSource } from '../templates/template-source.ts';
import type { TemplatesService } from '../templates/templates.service.ts';
import type { CurrentUser } from '../users/current-user.ts';

/** The template as stamping needs it: the version that was current when the request came. */
export interface StampableTemplate {
  publicId: string;
  /** Who pays, unless it is the account. */
  organizationId: number | null;
  namingPattern: string | null;
  version: TemplateSource;
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
      const { template, version, payingOrganizationId } = await templates.getCurrent(user, publicId);
      return {
        publicId: template.publicId,
        organizationId: payingOrganizationId,
        namingPattern: template.namingPattern ?? null,
        version: toTemplateSource(version, storage),
      };
    },
  };
}
