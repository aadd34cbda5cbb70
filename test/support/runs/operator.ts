import { Client, Connection } from '@temporalio/client';
import { afterFile } from '../runner/after-file.ts';
import { temporalAddress } from '../stack/stack.ts';

/** Temporal as an operator sees it, without code of the service. */
export interface Operator {
  client: Client;
  describe(workflowId: string): Promise<{ summary: string | undefined; attributes: Record<string, unknown> }>;
  countExecutions(workflowId: string): Promise<number>;
}

/** The connection closes after the test file. */
export async function openOperator(): Promise<Operator> {
  const connection = await Connection.connect({ address: await temporalAddress() });
  afterFile(() => connection.close());
  const client = new Client({ connection });
  return {
    client,
    async describe(workflowId) {
      const description = await client.workflow.getHandle(workflowId).describe();
      return { summary: await description.staticSummary(), attributes: description.searchAttributes };
    },
    async countExecutions(workflowId) {
      const { count } = await client.workflow.count(`WorkflowId = '${workflowId}'`);
      return count;
    },
  };
}
