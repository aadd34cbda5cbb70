import type { JsonObject } from '../workflows/graph/json-text.ts';
import { type ColumnValues, readColumns } from './column-values.ts';
import type { Executor } from './execution-context.ts';
import { withHeartbeat } from './heartbeat.ts';
import type { ActivityServices } from './services.ts';

/** Fills the template of a node. Its output is `{documentId, name}`; its input is column to text. */
export function stampDocument({ documentStamper }: Pick<ActivityServices, 'documentStamper'>): Executor {
  return async (context) => {
    const { node, data, reader } = context;
    const read: ColumnValues = { columns: [], values: [] };
    context.input = () => byColumn(read);
    readColumns(data, reader, read);
    const { runId, workflowId, accountId, nodeId, item, pin, isRetry = false } = node;
    const request = {
      runId,
      workflowId,
      accountId,
      nodeId,
      itemIndex: item?.index ?? -1,
      ...read,
      templateId: String(data.templateId),
      versionId: pin?.versionId ?? null,
      namingPattern: typeof data.namingPattern === 'string' ? data.namingPattern.trim() || null : null,
      flatten: data.flatten === true,
      isRetry,
    };
    const stamp = () =>
      node.dryRun === true ? documentStamper.preview(request) : documentStamper.stamp(request);
    return { ...(await withHeartbeat(stamp)) };
  };
}

function byColumn({ columns, values }: ColumnValues): JsonObject {
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
}
