import { defineEntity, p } from '@mikro-orm/core';
import { Run } from '../runs/run.entity.ts';
import { Document } from './document.entity.ts';

/** A document of an earlier run that a retry reuses. */
const DocumentReuseSchema = defineEntity({
  name: 'DocumentReuse',
  uniques: [{ properties: ['run', 'document'] }],
  properties: {
    id: p.bigint('number').primary(),
    run: () => p.manyToOne(Run).ref().deleteRule('cascade'),
    document: () => p.manyToOne(Document).ref().deleteRule('cascade').index(),
  },
});

export class DocumentReuse extends DocumentReuseSchema.class {}
DocumentReuseSchema.setClass(DocumentReuse);
