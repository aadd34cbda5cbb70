import { defineEntity, p } from '@mikro-orm/core';

/**
 * A mail that is owed: the row is written in the transaction that causes it and deleted once it is sent. It says what
 * to tell, not how: the mail is composed at each attempt, so that no token ever lies here.
 */
const OutgoingMailSchema = defineEntity({
  name: 'OutgoingMail',
  properties: {
    id: p.bigint('number').primary(),
    /** The Message-ID's first part, the same for every attempt. */
    messageId: p.uuid().unique(),
    kind: p.string().length(40),
    recipient: p.string().length(254),
    /** JSON for the kind's composer; never a secret. */
    params: p.text().default('{}'),
    createdAt: p.datetime().defaultRaw('now()'),
    attempts: p.integer().default(0),
    /** Null: the recipient's server refused for good. The row stays for whoever looks into it. */
    nextAttemptAt: p.datetime().nullable().index(),
    lastError: p.text().nullable(),
    /** Not to be sent again after a process died while handing it over. */
    atMostOnce: p.boolean().default(false),
    /** Being handed over, or a process died doing so. */
    handingOver: p.boolean().default(false),
  },
});

export class OutgoingMail extends OutgoingMailSchema.class {}
OutgoingMailSchema.setClass(OutgoingMail);
