import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { WorkflowMails } from '../src/modules/runs/workflow-mails.ts';
import type { Activities } from '../workflows/contracts/activities.ts';
import { interpolate } from '../workflows/graph/interpolate.ts';
import { isScalar, type JsonValue, scalarText } from '../workflows/graph/json-text.ts';
import { NodeError } from '../workflows/graph/node-error.ts';
import { createReader, type Reader } from '../workflows/graph/reader.ts';
import { attemptOf, withFailures } from './activity-context.ts';
import { readCall, writeResult } from './scope.ts';

/** Owes the mail of a node, once however often it is tried. Its output is `{messageIds, recipients, documentIds}`. */
export function sendMail(services: {
  runTexts: RunTexts;
  workflowMails: WorkflowMails;
}): Activities['sendMail'] {
  return (call) =>
    withFailures({ call, texts: services.runTexts }, async (seen) => {
      const { data, scope } = await readCall(call, services.runTexts);
      const reader = createReader(scope);
      seen.input = () => reader.read;
      const { runId, nodeId, item } = call;
      const itemIndex = item?.index ?? -1;
      const mail = {
        ...{ runId, nodeId, itemIndex },
        to: textOf(data.to, 'to', reader),
        subject: textOf(data.subject, 'subject', reader),
        body: textOf(data.body, 'body', reader),
        attach: call.attach.map((source) => ({
          nodeId: source.nodeId,
          itemIndex: source.inItem ? itemIndex : -1,
        })),
      };
      const owed =
        call.dryRun === true ? services.workflowMails.check(mail) : services.workflowMails.owe(mail);
      const output = { ...(await owed) };
      const attempts = attemptOf(call);
      return writeResult({ call, attempts }, { input: reader.read, output }, services.runTexts);
    });
}

function textOf(source: JsonValue | undefined, member: string, reader: Reader): string {
  const value = interpolate(String(source), reader);
  if (isScalar(value)) return scalarText(value);
  throw new NodeError(
    `"${member}" is ${Array.isArray(value) ? 'a list' : 'an object'}. It must become text.`,
  );
}
