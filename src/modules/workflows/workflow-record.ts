import { formatTimestamp } from '../../infra/clock.ts';
import type { Workflow } from './workflow.entity.ts';
import type { WorkflowListItem, WorkflowRecord } from './workflows.schemas.ts';

/** A workflow in a list. */
export function toListItem(workflow: Workflow): WorkflowListItem {
  const { publicId, name, status, triggerType, createdAt, updatedAt } = workflow;
  return {
    publicId,
    name,
    status,
    triggerType,
    createdAt: formatTimestamp(createdAt),
    updatedAt: formatTimestamp(updatedAt),
  };
}

/** A workflow with its graph as the text that was sent. */
export function toRecord(workflow: Workflow, stepsJson: string, baseUrl: string): WorkflowRecord {
  return {
    ...toListItem(workflow),
    webhookUrl: `${baseUrl}/api/workflows/${workflow.publicId}/webhook`,
    stepsJson,
    graphVersion: workflow.graphVersion,
    errorMessage: workflow.errorMessage ?? null,
  };
}

/**
 * A changed workflow for an API key without the scope `read`: without a graph that the request did not send, which may
 * hold a signing secret, and without the error of a run, which may hold parts of an event.
 */
export function withoutReads(record: WorkflowRecord, sent = ''): WorkflowRecord {
  return { ...record, errorMessage: null, stepsJson: sent };
}
