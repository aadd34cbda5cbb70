import type { MailTexts } from '../workflows/nodes/email-node.ts';
import type { Executor } from './execution-context.ts';
import type { ActivityServices } from './services.ts';

/** Queues the e-mail of a node. Idempotent. Its output is `{messageIds, recipients, documentIds}`. */
export function sendMail({ workflowMails }: Pick<ActivityServices, 'workflowMails'>): Executor {
  return async ({ node, prepared }) => {
    const { runId, nodeId, item, attach = [] } = node;
    const { to, subject, body } = prepared<MailTexts>();
    const itemIndex = item?.index ?? -1;
    const mail = {
      runId,
      nodeId,
      itemIndex,
      to,
      subject,
      body,
      attach: attach.map(({ nodeId: id, inItem }) => ({ nodeId: id, itemIndex: inItem ? itemIndex : -1 })),
    };
    return { ...(await (node.dryRun === true ? workflowMails.check(mail) : workflowMails.enqueue(mail))) };
  };
}
