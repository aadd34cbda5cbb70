import type { DocumentStamper } from '../src/modules/documents/document-stamper.ts';
import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { Activities } from '../workflows/contracts/activities.ts';
import type { JsonObject } from '../workflows/graph/json-text.ts';
import { attemptOf, withFailures, withHeartbeat } from './activity-context.ts';
import { type ColumnValues, readColumns } from './column-values.ts';
import { readCall, writeResult } from './scope.ts';

/** Fills the template of a node. Its output is `{documentId, name}`; what it read is column to text. */
export function stampDocument(services: {
  runTexts: RunTexts;
  documentStamper: DocumentStamper;
}): Activities['stampDocument'] {
  return (call) =>
    withFailures({ call, texts: services.runTexts }, async (seen) => {
      const { data, scope } = await readCall(call, services.runTexts);
      const read: ColumnValues = { columns: [], values: [] };
      seen.input = () => byColumn(read);
      readColumns(data, scope, read);
      const { runId, workflowId, accountId, nodeId } = call;
      const itemIndex = call.item?.index ?? -1;
      const request = {
        ...{ runId, workflowId, accountId, nodeId, itemIndex, ...read },
        templateId: String(data.templateId),
        versionId: call.pin?.versionId ?? null,
        namingPattern: typeof data.namingPattern === 'string' ? data.namingPattern.trim() || null : null,
        flatten: data.flatten === true,
        isRetry: call.isRetry === true,
      };
      const { documentStamper } = services;
      const document = await withHeartbeat(() =>
        call.dryRun === true ? documentStamper.preview(request) : documentStamper.stamp(request),
      );
      const attempts = attemptOf(call);
      const result = { input: byColumn(read), output: { ...document } };
      return writeResult({ call, attempts }, result, services.runTexts);
    });
}

function byColumn({ columns, values }: ColumnValues): JsonObject {
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
}
