import { defineEntity, p } from '@mikro-orm/core';

/**
 * A queued mail: the row is written in the transaction that causes it and deleted once it is sent. Its text is composed
 * at each attempt, so that no token is stored here.
 */
const OutgoingMailSchema = defineEntity({
  name: 'OutgoingMail',
  indexes: [
    { name: 'outgoing_mail_service_index', properties: ['nextAttemptAt'], where: 'account is null' },
    {
      name: 'outgoing_mail_account_index',
      properties: ['account', 'nextAttemptAt'],
      where: 'account is not null and next_attempt_at is not null',
    },
  ],
  properties: {
    id: p.bigint('number').primary(),
    /** The Message-ID's first part, the same for every attempt. */
    messageId: p.uuid().unique(),
    kind: p.string().length(40),
    recipient: p.string().length(254),
    /** Public id of the account whose workflow sends it. Null: a mail of the service, which is sent before those. */
    account: p.string().length(30).nullable(),
    /** JSON for the kind's composer; never a secret. */
    params: p.text().default('{}'),
    createdAt: p.datetime().defaultRaw('now()'),
    attempts: p.integer().default(0),
    /** Null: the recipient's server rejected the mail permanently. The row stays, so that an operator can find it. */
    nextAttemptAt: p.datetime().nullable(),
    lastError: p.text().nullable(),
    /** It must not be sent again after a process died while sending it. */
    atMostOnce: p.boolean().default(false),
    /** It is being sent, or a process died while sending it. */
    handingOver: p.boolean().default(false),
  },
});

export class OutgoingMail extends OutgoingMailSchema.class {}
OutgoingMailSchema.setClass(OutgoingMail);
