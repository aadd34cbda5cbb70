import { defineEntity, p } from '@mikro-orm/core';

const OrganizationSchema = defineEntity({
  name: 'Organization',
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    name: p.string().length(200),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
});

export class Organization extends OrganizationSchema.class {}
OrganizationSchema.setClass(Organization);
