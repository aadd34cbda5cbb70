import type { EntityManager } from '@mikro-orm/postgresql';
import type { TemplateInventory } from '../../stamping/types.ts';
import type { Template } from './template.entity.ts';
import type { CurrentTemplate } from './template-answers.ts';
import { TemplateVersion } from './template-version.entity.ts';

/** A stored file of a template and what is known of it; versions with the same file share this. */
export interface FileFacts {
  /** Storage keys; nothing of the user's is in them. */
  fileKey: string;
  thumbnailKey: string | null;
  fileSha256: string;
  /** Bytes. */
  fileSize: number;
  inventory: TemplateInventory;
}

/** The file of an earlier version. */
export function factsOf(version: TemplateVersion): FileFacts {
  return {
    fileKey: version.fileKey,
    thumbnailKey: version.thumbnailKey ?? null,
    fileSha256: version.fileSha256,
    fileSize: version.fileSize,
    inventory: JSON.parse(version.inventory) as TemplateInventory,
  };
}

/**
 * Each template with the version its number names, inventory included. A template without one is being deleted and left
 * out.
 */
export async function findCurrentVersions(
  em: EntityManager,
  templates: readonly Template[],
): Promise<CurrentTemplate[]> {
  if (templates.length === 0) return [];
  const wanted = templates.map(({ publicId, version }) => ({ templatePublicId: publicId, number: version }));
  const versions = await em.find(TemplateVersion, { $or: wanted });
  const byTemplate = new Map(versions.map((version) => [version.templatePublicId, version]));
  return templates.flatMap((template) => {
    const version = byTemplate.get(template.publicId);
    return version ? [{ template, version }] : [];
  });
}

/** Adds the version the template's number now names. */
export function addVersion(
  em: EntityManager,
  {
    template,
    json,
    file,
    targetCount,
  }: { template: Template; json: string | null; file: FileFacts; targetCount: number },
): TemplateVersion {
  const { inventory, ...stored } = file;
  return em.create(TemplateVersion, {
    ...stored,
    templatePublicId: template.publicId,
    number: template.version,
    json,
    inventory: JSON.stringify(inventory),
    pageCount: inventory.pageCount,
    fieldCount: inventory.fieldCount,
    targetCount,
  });
}
