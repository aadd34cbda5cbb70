import type { EntityManager } from '@mikro-orm/postgresql';
import type { TemplateInventory } from '../../stamping/types.ts';
import type { Template } from './template.entity.ts';
import type { CurrentTemplate } from './template-record.ts';
import { TemplateVersion } from './template-version.entity.ts';

/** A stored file and its facts, shared by all versions with the same file. */
export interface FileFacts {
  /** Storage keys. They contain no data of the user. */
  fileKey: string;
  thumbnailKey: string | null;
  fileSha256: string;
  /** Bytes. */
  fileSize: number;
  inventory: TemplateInventory;
}

/** The file of a version. */
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
 * The templates with their current versions, including the inventory. A template without its version is being deleted
 * and is omitted.
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

/** Adds the version with the current number of the template. */
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
