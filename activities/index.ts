import { noTracing, type Tracing } from '../src/infra/tracing/tracing.ts';
import type { DocumentStamper } from '../src/modules/documents/document-stamper.ts';
import type { OrganizationInfo } from '../src/modules/organizations/organization-info.ts';
import type { RunRecorder } from '../src/modules/runs/run-recorder.ts';
import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { WorkflowMails } from '../src/modules/runs/workflow-mails.ts';
import type { Activities } from '../workflows/contracts.ts';
import { dataNodes } from './data-node.ts';
import { openLoop } from './open-loop.ts';
import { readOrganization } from './read-organization.ts';
import { recordItems } from './record-items.ts';
import { recordRun } from './record-run.ts';
import { runAhead } from './run-ahead.ts';
import { sendMail } from './send-mail.ts';
import { stampDocument } from './stamp-document.ts';

export interface ActivityServices {
  runTexts: RunTexts;
  runRecorder: RunRecorder;
  documentStamper: DocumentStamper;
  organizationInfo: OrganizationInfo;
  workflowMails: WorkflowMails;
}

/** What a worker can do. The engine never sees the services, only the results. */
export function createActivities(
  services: ActivityServices,
  tracing: Pick<Tracing, 'step'> = noTracing,
): Activities {
  return {
    ...dataNodes(services),
    stampDocument: stampDocument(services),
    readOrganization: readOrganization(services),
    sendMail: sendMail(services),
    openLoop: openLoop(services),
    recordItems: recordItems(services),
    recordRun: recordRun(services),
    runAhead: runAhead(services, tracing),
  };
}
