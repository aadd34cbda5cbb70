import { noTracing, type Tracing } from '../src/infra/tracing/tracing.ts';
import type { Activities, NodeActivity } from '../workflows/contracts/activities.ts';
import { type ExecutedNodeType, type NodeType, nodeTypes } from '../workflows/nodes/index.ts';
import { createExecuteNode } from './execute-node.ts';
import { createExecutors } from './executors.ts';
import { runInline } from './run-inline.ts';
import { runActivities } from './run-records.ts';
import type { ActivityServices } from './services.ts';

/** All activities of runs. Temporal never sees the services, only the results. */
export function createActivities(
  services: ActivityServices,
  tracing: Pick<Tracing, 'step'> = noTracing,
): Activities {
  const executors = createExecutors(services);
  const executeNode = createExecuteNode({ ...services, executors });
  const activity: NodeActivity = (input) => executeNode(input);
  const byType = Object.fromEntries(nodeTypes.filter(isExecuted).map((type) => [type, activity]));
  return {
    ...(byType as Record<ExecutedNodeType, NodeActivity>),
    ...runActivities(services),
    runInline: runInline({ services, executeNode, tracing }),
  };
}

function isExecuted(type: NodeType): type is ExecutedNodeType {
  return type !== 'webhookTrigger';
}
