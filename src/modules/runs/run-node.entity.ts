import { defineEntity, p } from '@mikro-orm/core';
import { Run } from './run.entity.ts';

/** Node statuses. */
export const nodeStatuses = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'SKIPPED'] as const;
export type NodeStatus = (typeof nodeStatuses)[number];

/** State and result of one node of one run. Inputs and outputs are JSON text. */
const RunNodeSchema = defineEntity({
  name: 'RunNode',
  uniques: [{ properties: ['run', 'nodeId', 'itemIndex'] }],
  properties: {
    id: p.bigint('number').primary(),
    run: () => p.manyToOne(Run).ref().deleteRule('cascade'),
    /** Position in the order of execution, from 0. */
    position: p.integer(),
    nodeId: p.string().length(200),
    /** Which item of a loop, -1 outside loops. Items have rows for long texts and for failures. */
    itemIndex: p.integer().default(-1),
    type: p.string().length(40),
    status: p.string().length(16).$type<NodeStatus>(),
    attempts: p.integer().default(0),
    input: p.text().nullable(),
    output: p.text().nullable(),
    error: p.text().nullable(),
    startedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    /** In a loop: how its items ended, as JSON. */
    items: p.text().nullable(),
  },
});

export class RunNode extends RunNodeSchema.class {}
RunNodeSchema.setClass(RunNode);
