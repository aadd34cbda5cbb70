import { defineEntity, p } from '@mikro-orm/core';
import { Run } from './run.entity.ts';

/** A run that an operator has ended. Its workflow in Temporal is terminated, now or when Temporal is reachable. */
const RunTerminationSchema = defineEntity({
  name: 'RunTermination',
  properties: {
    run: () => p.oneToOne(Run).primary().ref().deleteRule('cascade'),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Null: Temporal may still execute it. */
    doneAt: p.datetime().nullable(),
  },
});

export class RunTermination extends RunTerminationSchema.class {}
RunTerminationSchema.setClass(RunTermination);
