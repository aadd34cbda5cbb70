import path from 'node:path';
import { formatTimestamp } from '../../infra/clock.ts';
import type { TemplateInventory } from '../../stamping/types.ts';
import type { Template } from './template.entity.ts';
import type { TemplateVersion } from './template-version.entity.ts';
import type { TemplateRecord } from './templates.schemas.ts';

/** A template and its current version. */
export interface CurrentTemplate {
  template: Template;
  version: TemplateVersion;
}

/** `S`: ready to stamp, `M`: has mappings, `O`: shared through an organization; in this order. */
export function flagsOf(of: { isReady: boolean; isMapped: boolean; isShared: boolean }): string {
  return (of.isReady ? 'S' : '') + (of.isMapped ? 'M' : '') + (of.isShared ? 'O' : '');
}

/** The response of the API for one template. */
export function toRecord({ template, version }: CurrentTemplate): TemplateRecord {
  return {
    publicId: template.publicId,
    name: template.name,
    thumbPath: version.thumbnailKey == null ? null : path.posix.basename(version.thumbnailKey),
    columns: template.columns,
    flags: flagsOf({
      isReady: version.targetCount > 0,
      isMapped: version.json != null,
      isShared: template.organization != null,
    }),
    createdAt: formatTimestamp(template.createdAt),
    updatedAt: formatTimestamp(template.updatedAt),
    pdfPath: path.posix.basename(version.fileKey),
    json: version.json ?? null,
    namingPattern: template.namingPattern ?? null,
    signed: (JSON.parse(version.inventory) as TemplateInventory).signed,
  };
}
