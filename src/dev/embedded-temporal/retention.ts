import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';

/**
 * Sets the retention of closed workflows, so that links to Temporal's UI work as long as the runs exist. The default of the
 * development server is one day.
 */
export async function setRetention(options: {
  address: string;
  namespace: string;
  days: number;
}): Promise<void> {
  const { address, namespace, days } = options;
  const connection = await Connection.connect({ address, connectTimeout: '5s' });
  try {
    await connection.workflowService.updateNamespace({
      namespace,
      config: { workflowExecutionRetentionTtl: msToTs(`${days} days`) },
    });
  } finally {
    await connection.close();
  }
}
