import { defineEntity, p } from '@mikro-orm/core';

/**
 * An immutable version of a template: file and mappings. A run or stamp uses the same version from start to end. There is
 * no foreign key to the template, because documents refer to the versions of deleted templates.
 */
const TemplateVersionSchema = defineEntity({
  name: 'TemplateVersion',
  uniques: [{ properties: ['templatePublicId', 'number'] }],
  properties: {
    id: p.bigint('number').primary(),
    templatePublicId: p.string().length(30),
    number: p.integer(),
    /** Storage keys. Versions that differ only in their mappings share them. */
    fileKey: p.string().length(200),
    thumbnailKey: p.string().length(200).nullable(),
    fileSha256: p.string().length(64),
    fileSize: p.integer(),
    /** The mappings, byte for byte as they were sent, or null. Not jsonb, which would reorder the members. */
    json: p.text().nullable(),
    /** TemplateInventory of the file as JSON. */
    inventory: p.text(),
    pageCount: p.integer(),
    fieldCount: p.integer(),
    /** Number of fillable fields and placed mappings. */
    targetCount: p.integer(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class TemplateVersion extends TemplateVersionSchema.class {}
TemplateVersionSchema.setClass(TemplateVersion);
