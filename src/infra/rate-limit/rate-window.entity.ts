import { defineEntity, p } from '@mikro-orm/core';

/** The taken slots of one rate-limited key, shared by all API processes. Times are milliseconds since 1970. */
const RateWindowSchema = defineEntity({
  name: 'RateWindow',
  properties: {
    key: p.string().length(320).primary(),
    /** Another one after every change. */
    version: p.uuid().defaultRaw('gen_random_uuid()'),
    /** JSON, see rate-slots.ts. */
    slots: p.text(),
    /** When the last slot is free again; the row is worth nothing after that. */
    freeAt: p.bigint('number').index(),
    /** Until then somebody waits for slots that others have leased. */
    wantedUntil: p.bigint('number').nullable(),
  },
});

export class RateWindow extends RateWindowSchema.class {}
RateWindowSchema.setClass(RateWindow);
