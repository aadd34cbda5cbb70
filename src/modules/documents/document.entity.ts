import { defineEntity, p } from '@mikro-orm/core';
import { Run } from '../runs/run.entity.ts';
import { User } from '../users/user.entity.ts';

/**
 * One filled PDF of a run. Its id and its storage key derive from run, node and item, so a step that runs twice makes the
 * same document.
 */
const DocumentSchema = defineEntity({
  name: 'Document',
  uniques: [{ properties: ['run', 'nodeId', 'itemIndex'] }],
  properties: {
    id: p.bigint('number').primary(),
    publicId: p.string().length(30).unique(),
    run: () => p.manyToOne(Run).ref().deleteRule('cascade'),
    owner: () => p.manyToOne(User).ref().index(),
    nodeId: p.string().length(200),
    /** Which item of a loop, -1 outside loops. */
    itemIndex: p.integer().default(-1),
    templatePublicId: p.string().length(30),
    templateVersion: p.integer(),
    name: p.string().length(255),
    storageKey: p.string().length(200),
    size: p.integer(),
    sha256: p.string().length(64),
    /** Warnings as JSON text; null if there are none. */
    warnings: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class Document extends DocumentSchema.class {}
DocumentSchema.setClass(Document);
