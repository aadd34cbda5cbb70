import { defineEntity, p } from '@mikro-orm/core';

/** The e-mails that the workflows of an account queued in one day; the daily limit counts them. */
const MailDaySchema = defineEntity({
  name: 'MailDay',
  uniques: [{ properties: ['account', 'day'] }],
  properties: {
    id: p.bigint('number').primary(),
    /** Public id of the owner of the workflows. */
    account: p.string().length(30),
    /** UTC. */
    day: p.date(),
    mails: p.integer(),
  },
});

export class MailDay extends MailDaySchema.class {}
MailDaySchema.setClass(MailDay);
