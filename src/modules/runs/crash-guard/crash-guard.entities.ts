import { defineEntity, p } from '@mikro-orm/core';

/** A process with a worker. It deletes its row when it stops; `diedAt`: when others noticed that it had ended otherwise. */
const WorkerProcessSchema = defineEntity({
  name: 'WorkerProcess',
  properties: {
    id: p.string().length(36).primary(),
    seenAt: p.datetime(),
    diedAt: p.datetime().nullable(),
  },
});

export class WorkerProcess extends WorkerProcessSchema.class {}
WorkerProcessSchema.setClass(WorkerProcess);

/** A node that is at work alone after a process died. The row is deleted when the node ends. */
const NodeCrashSchema = defineEntity({
  name: 'NodeCrash',
  properties: {
    runPublicId: p.string().length(30).primary(),
    /** The node's id, and in a loop the number of the item. */
    node: p.text().primary(),
    /** How often it has begun without an end. */
    starts: p.integer(),
    startedAt: p.datetime(),
  },
});

export class NodeCrash extends NodeCrashSchema.class {}
NodeCrashSchema.setClass(NodeCrash);
