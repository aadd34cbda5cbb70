import { defineEntity, p } from '@mikro-orm/core';
import { Workflow } from '../workflow.entity.ts';
import type { KeptList } from './kept-lists.ts';

/**
 * How many rows of a list are older than an instant, counted once. Gone as soon as one of them is removed or changes
 * what it counts as: triggers see to it, whoever does it (ADR 25).
 */
const ListTotalSchema = defineEntity({
  name: 'ListTotal',
  uniques: [{ properties: ['workflow', 'list'] }],
  properties: {
    id: p.bigint('number').primary(),
    workflow: () => p.manyToOne(Workflow).ref().deleteRule('cascade'),
    list: p.string().length(16).$type<KeptList>(),
    /** Rows before it are counted. */
    upto: p.datetime(),
    /** By status. */
    counts: p.json().$type<Record<string, number>>(),
  },
});

export class ListTotal extends ListTotalSchema.class {}
ListTotalSchema.setClass(ListTotal);
