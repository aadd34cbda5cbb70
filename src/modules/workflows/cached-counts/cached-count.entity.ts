import { defineEntity, p } from '@mikro-orm/core';
import { Workflow } from '../workflow.entity.ts';
import type { CountedTable } from './counted-tables.ts';

/** How many rows of a workflow are older than an instant. Triggers delete it when one of these rows changes (ADR 25). */
const CachedCountSchema = defineEntity({
  name: 'CachedCount',
  tableName: 'list_total',
  uniques: [{ properties: ['workflow', 'list'] }],
  properties: {
    id: p.bigint('number').primary(),
    workflow: () => p.manyToOne(Workflow).ref().deleteRule('cascade'),
    list: p.string().length(16).$type<CountedTable>(),
    /** Rows before it are counted. */
    upto: p.datetime(),
    /** By status; a table without a status has one count under the empty text. */
    counts: p.json().$type<Record<string, number>>(),
  },
});

export class CachedCount extends CachedCountSchema.class {}
CachedCountSchema.setClass(CachedCount);
