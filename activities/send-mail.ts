import { interpolate } from '../workflows/graph/interpolate.ts';
import { isScalar, type JsonValue, scalarText } from '../workflows/graph/json-text.ts';
import { NodeError } from '../workflows/graph/node-error.ts';
import type { Reader } from '../workflows/graph/reader.ts';
import type { Executor } from './execution-context.ts';
import type { ActivityServices } from './services.ts';

/** Queues the e-mail of a node. Idempotent. Its output is `{messageIds, recipients, documentIds}`. */
export function sendMail({ workflowMails }: Pick<ActivityServices, 'workflowMails'>): Executor {
  return async ({ node, data, reader }) => {
    const { runId, nodeId, item, attach = [] } = node;
    const itemIndex = item?.index ?? -1;
    const mail = {
      runId,
      nodeId,
      itemIndex,
      to: textOf(data.to, 'to', reader),
      subject: textOf(data.subject, 'subject', reader),
      body: textOf(data.body, 'body', reader),
      attach: attach.map(({ nodeId: id, inItem }) => ({ nodeId: id, itemIndex: inItem ? itemIndex : -1 })),
    };
    return { ...(await (node.dryRun === true ? workflowMails.check(mail) : workflowMails.enqueue(mail))) };
  };
}

function textOf(source: JsonValue | undefined, member: string, reader: Reader): string {
  const value = interpolate(String(source), reader);
  if (isScalar(value)) return scalarText(value);
  throw new NodeError(
    `"${member}" is ${Array.isArray(value) ? 'a list' : 'an object'}. It must become text.`,
  );
}
