import { defineEntity, p } from '@mikro-orm/core';
import { Organization } from '../organizations/organization.entity.ts';
import { User } from '../users/user.entity.ts';

/** A template. Stamps and runs read its current TemplateVersion, which is immutable. */
const TemplateSchema = defineEntity({
  name: 'Template',
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    owner: () => p.manyToOne(User).ref().index(),
    organization: () => p.manyToOne(Organization).ref().nullable().index().deleteRule('set null'),
    name: p.string().length(200),
    /** Comma-separated headers; names with a comma or quote are quoted. */
    columns: p.text().default(''),
    /** True if the user set the columns. Otherwise they are derived again when the file or the mappings change. */
    columnsGiven: p.boolean().default(false),
    namingPattern: p.string().length(500).nullable(),
    /** The number of the current version. */
    version: p.integer().default(1),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
});

export class Template extends TemplateSchema.class {}
TemplateSchema.setClass(Template);
