import type { DocumentStamper } from '../src/modules/documents/document-stamper.ts';
import type { OrganizationInfo } from '../src/modules/organizations/organization-info.ts';
import type { RunRecorder } from '../src/modules/runs/run-recorder.ts';
import type { RunTexts } from '../src/modules/runs/run-texts.ts';
import type { WorkflowMails } from '../src/modules/runs/workflow-mails.ts';

/** The services of the application that activities use. */
export interface ActivityServices {
  runTexts: RunTexts;
  runRecorder: RunRecorder;
  documentStamper: DocumentStamper;
  organizationInfo: OrganizationInfo;
  workflowMails: WorkflowMails;
}
