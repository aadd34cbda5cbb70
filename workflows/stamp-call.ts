import type { NodeCall, RunBase, StampCall } from './contracts.ts';
import type { GraphNode } from './graph/types.ts';

/** The call of a template node: what every node is given, and which version of which template. */
export function stampCallOf(call: NodeCall, { data }: GraphNode, base: RunBase): StampCall {
  const templateId = String(data.templateId);
  const pin = Object.hasOwn(base.templatePins, templateId) ? base.templatePins[templateId] : undefined;
  const isRetry = base.kept !== undefined && { isRetry: true };
  return { ...call, workflowId: base.workflowId, pin: pin ?? null, ...isRetry };
}
