import path from 'node:path';
import { NativeConnection, Worker } from '@temporalio/worker';

export interface BareActivities {
  compose(text: string): Promise<string>;
  select(text: string): Promise<string>;
  stamp(text: string): Promise<string>;
}

const echo = async (text: string): Promise<string> => text;
const activities: BareActivities = { compose: echo, select: echo, stamp: echo };

/** A worker of a bare run, in a process of its own. Started with TEMPORAL_ADDRESS; prints `polling`. */
const connection = await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '' });
const worker = await Worker.create({
  connection,
  taskQueue: 'bench-bare',
  workflowsPath: path.join(import.meta.dirname, 'bare-workflow.ts'),
  activities: { ...activities },
});
console.log('polling');
await worker.run();
