import { defineEntity, p } from '@mikro-orm/core';

/** Inputs and outputs of a dry run that are too long for Temporal; deleted with its end. */
const DryRunTextSchema = defineEntity({
  name: 'DryRunText',
  uniques: [{ properties: ['runId', 'nodeId', 'itemIndex'] }],
  properties: {
    id: p.bigint('number').primary(),
    runId: p.string().length(30),
    /** Empty for the run itself: its input is the graph, its output the payload. */
    nodeId: p.string().length(200),
    itemIndex: p.integer().default(-1),
    input: p.text().nullable(),
    output: p.text().nullable(),
    /** Field values of a document, as JSON. */
    fields: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()').index(),
  },
});

export class DryRunText extends DryRunTextSchema.class {}
DryRunTextSchema.setClass(DryRunText);
