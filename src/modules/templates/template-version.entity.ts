import { defineEntity, p } from '@mikro-orm/core';

/**
 * One immutable state of a template: file and mappings together, so that a run or a stamp that began with it
 * finishes with it. It outlives a deleted template while documents name it; hence no foreign key.
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
    /** The mappings JSON exactly as it was sent, byte for byte; null while none was. Text: jsonb would reorder it. */
    json: p.text().nullable(),
    /** TemplateInventory of the file, serialised. */
    inventory: p.text(),
    pageCount: p.integer(),
    fieldCount: p.integer(),
    /** How many places a stamp can fill: fillable fields and placed mappings. */
    targetCount: p.integer(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class TemplateVersion extends TemplateVersionSchema.class {}
TemplateVersionSchema.setClass(TemplateVersion);
