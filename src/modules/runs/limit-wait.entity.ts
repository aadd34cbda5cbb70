import { defineEntity, p } from '@mikro-orm/core';
import { Run } from './run.entity.ts';

/** A document of a run that waits for quota. */
const LimitWaitSchema = defineEntity({
  name: 'LimitWait',
  properties: {
    id: p.bigint('number').primary(),
    /** Public id of the future document. */
    source: p.string().length(30).unique(),
    /** Public id of the account or organization whose limit it is. */
    subject: p.string().length(30).index(),
    /** The template, whose payer may change while the run waits. */
    templatePublicId: p.string().length(30).nullable(),
    run: () => p.manyToOne(Run).ref().deleteRule('cascade').index(),
    /** When the run was last signalled that quota is available; null since it found none. */
    wokenAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});

export class LimitWait extends LimitWaitSchema.class {}
LimitWaitSchema.setClass(LimitWait);
