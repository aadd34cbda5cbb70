import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';

/**
 * Sets for how long the engine keeps what has ended, so that links to its UI live as long as the runs they
 * stand beside. The development server would forget after a day.
 */
export async function keepRuns(engine: { address: string; namespace: string; days: number }): Promise<void> {
  const { address, namespace, days } = engine;
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
