import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';

export interface BareActivities {
  compose(text: string): Promise<string>;
  select(text: string): Promise<string>;
  stamp(text: string): Promise<string>;
}

const echo = async (text: string): Promise<string> => text;
const activities: BareActivities = { compose: echo, select: echo, stamp: echo };
const taskQueue = 'bench-bare';

/**
 * A worker of bare runs, in a process of its own. Started with TEMPORAL_ADDRESS; prints `polling at <url>`. A POST to
 * `/<workflow>/<id>` starts a run on this worker, as the service does, and responds when it has ended.
 */
const connection = await NativeConnection.connect({ address: process.env.TEMPORAL_ADDRESS ?? '' });
const workflowsPath = path.join(import.meta.dirname, 'bare-workflow.ts');
const worker = await Worker.create({ connection, taskQueue, workflowsPath, activities: { ...activities } });
const client = new Client({ connection });
const server = createServer(async (request, response) => {
  const [, workflow = '', workflowId = ''] = (request.url ?? '').split('/');
  const args = [await text(request)];
  await client.workflow.execute(workflow, { taskQueue, workflowId, args, requestEagerStart: true });
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  console.log(`polling at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
await worker.run();
server.close();
