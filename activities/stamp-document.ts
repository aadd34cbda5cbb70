import type { TemplateRequest } from '../workflows/nodes/template-node.ts';
import type { Executor } from './execution-context.ts';
import { withHeartbeat } from './heartbeat.ts';
import type { ActivityServices } from './services.ts';

/** Fills the template of a node. Its output is `{documentId, name}`; its input is column to text. */
export function stampDocument({ documentStamper }: Pick<ActivityServices, 'documentStamper'>): Executor {
  return async ({ node, prepared }) => {
    const { columns, values, templateId, namingPattern, flatten } = prepared<TemplateRequest>();
    const { runId, workflowId, accountId, nodeId, item, pin, isRetry = false } = node;
    const request = {
      runId,
      workflowId,
      accountId,
      nodeId,
      itemIndex: item?.index ?? -1,
      columns,
      values,
      templateId,
      versionId: pin?.versionId ?? null,
      namingPattern,
      flatten,
      isRetry,
    };
    const stamp = () =>
      node.dryRun === true ? documentStamper.preview(request) : documentStamper.stamp(request);
    return { ...(await withHeartbeat(stamp)) };
  };
}
