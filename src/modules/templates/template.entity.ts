import { defineEntity, p } from '@mikro-orm/core';
import { Organization } from '../organizations/organization.entity.ts';
import { User } from '../users/user.entity.ts';

/** A template as its users see it. What a stamp reads is the immutable TemplateVersion with the highest number. */
const TemplateSchema = defineEntity({
  name: 'Template',
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    owner: () => p.manyToOne(User).ref().index(),
    organization: () => p.manyToOne(Organization).ref().nullable().index().deleteRule('set null'),
    name: p.string().length(200),
    /** Comma-separated headers, names with a comma or quote quoted. */
    columns: p.text().default(''),
    /** Columns the user gave stay; others are filled anew when file or mappings change. */
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
