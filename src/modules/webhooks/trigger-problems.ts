import { isJsonObject } from '../../../workflows/graph/json-text.ts';
import { type GraphDraft, type GraphProblem, quote } from '../../../workflows/graph/types.ts';
import { findSecretFault } from './signature.ts';
import { findTrigger, settingsOf } from './trigger-settings.ts';

/**
 * Problems of a graph's trigger: an unusable schema, an unusable secret. Runs do not repeat this part of graph validation,
 * because payloads are checked before. Members of a wrong kind are reported by the validation of the graph itself.
 */
export function findTriggerProblems(
  { nodes }: GraphDraft,
  findSchemaFault: (schema: string) => string | null,
): GraphProblem[] {
  const trigger = findTrigger(nodes);
  if (trigger === null) return [];
  const { index, id, data } = trigger;
  const { schema, signingSecret } = settingsOf(data);
  const node = typeof id === 'string' ? id : null;
  const problem = (member: string, fault: string | null): GraphProblem[] => {
    if (fault === null) return [];
    const message = `Node ${quote(node ?? 'webhookTrigger')}: data.${member}: ${fault}.`;
    return [{ path: `nodes[${index}].data.${member}`, node, edge: null, message }];
  };
  const hasSchema = schema !== null && (typeof data.jsonSchema === 'string' || isJsonObject(data.jsonSchema));
  const hasSecret = signingSecret !== null && typeof data.signingSecret === 'string';
  return [
    ...(hasSchema ? problem('jsonSchema', findSchemaFault(schema)) : []),
    ...(hasSecret ? problem('signingSecret', findSecretFault(signingSecret)) : []),
  ];
}
