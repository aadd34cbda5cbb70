import { defineEntity, p } from '@mikro-orm/core';

/** A group of accounts that share templates, with its contact data. Only the name is required. */
const OrganizationSchema = defineEntity({
  name: 'Organization',
  indexes: [
    // Searches parts of names and ids.
    {
      name: 'organization_search_index',
      expression:
        'create index "organization_search_index" on "organization" using gin (lower("name") gin_trgm_ops, "public_id" gin_trgm_ops)',
    },
  ],
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    name: p.string().length(200),
    displayName: p.string().length(200).nullable(),
    description: p.text().nullable(),
    email: p.string().length(254).nullable(),
    billingEmail: p.string().length(254).nullable(),
    phone: p.string().length(50).nullable(),
    website: p.text().nullable(),
    address: p.text().nullable(),
    adminContactName: p.string().length(200).nullable(),
    adminContactEmail: p.string().length(254).nullable(),
    adminContactPhone: p.string().length(50).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
});

export class Organization extends OrganizationSchema.class {}
OrganizationSchema.setClass(Organization);
