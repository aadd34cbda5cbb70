import path from 'node:path';
import { formatTimestamp } from '../../infra/clock.ts';
import type { Template } from './template.entity.ts';
import type { TemplateVersion } from './template-version.entity.ts';
import type { TemplateItem, TemplateMetadata, TemplateRecord } from './templates.schemas.ts';

/** A template and its current version. */
export interface CurrentTemplate {
  template: Template;
  version: TemplateVersion;
}

/** `S` ready to stamp, `M` has mappings, `O` shared through an organization; in this order. */
export function flagsOf({ template, version }: CurrentTemplate): string {
  const ready = version.targetCount > 0 ? 'S' : '';
  const mapped = version.json == null ? '' : 'M';
  return ready + mapped + (template.organization ? 'O' : '');
}

/** The shape of the list. */
export function toItem(current: CurrentTemplate): TemplateItem {
  const { template, version } = current;
  return {
    publicId: template.publicId,
    name: template.name,
    thumbPath: version.thumbnailKey == null ? null : path.posix.basename(version.thumbnailKey),
    columns: template.columns,
    flags: flagsOf(current),
    createdAt: formatTimestamp(template.createdAt),
    updatedAt: formatTimestamp(template.updatedAt),
  };
}

/** The full record. */
export function toRecord(current: CurrentTemplate): TemplateRecord {
  const { template, version } = current;
  return {
    ...toItem(current),
    pdfPath: path.posix.basename(version.fileKey),
    json: version.json ?? null,
    namingPattern: template.namingPattern ?? null,
  };
}

/** The light-weight shape. */
export function toMetadata(current: CurrentTemplate): TemplateMetadata {
  const { template, version } = current;
  return {
    publicId: template.publicId,
    name: template.name,
    columns: template.columns,
    namingPattern: template.namingPattern ?? null,
    flags: flagsOf(current),
    pageCount: version.pageCount,
    fieldCount: version.fieldCount,
    updatedAt: formatTimestamp(template.updatedAt),
  };
}
