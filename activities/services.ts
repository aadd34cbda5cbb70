import type { EvaluateNode } from '../src/evaluation/evaluation.ts';
import type { DocumentStamper } from '../src/modules/documents/document-stamper.ts';
import type { OrganizationInfo } from '../src/modules/organizations/organization-info.ts';
import type { CrashGuard } from '../src/modules/runs/crash-guard/crash-guard.ts';
import type { RunDataStore } from '../src/modules/runs/run-data-store.ts';
import type { RunRecorder } from '../src/modules/runs/run-recorder.ts';
import type { WorkflowMails } from '../src/modules/runs/workflow-mails.ts';

/** The services of the application that activities use. */
export interface ActivityServices {
  evaluateNode: EvaluateNode;
  crashGuard: CrashGuard;
  runData: RunDataStore;
  runRecorder: RunRecorder;
  documentStamper: DocumentStamper;
  organizationInfo: OrganizationInfo;
  workflowMails: WorkflowMails;
}
