import { createHash } from 'node:crypto';
import { isJsonObject } from '../../../workflows/graph/json-text.ts';
import { type GraphDraft, type GraphProblem, quote } from '../../../workflows/graph/types.ts';
import type { SchemaChecker } from './schema/schema-checker.ts';
import { findSecretFault } from './signature.ts';
import { findTrigger, settingsOf } from './trigger-settings.ts';

/** Problems of a graph's trigger: an unusable schema, an unusable secret. */
export type TriggerCheck = (draft: GraphDraft) => Promise<GraphProblem[]>;

/**
 * The part of graph validation that runs do not repeat, because payloads are checked before. Members of a wrong kind are
 * reported by the validation of the graph itself.
 */
export function createTriggerCheck(schemas: Pick<SchemaChecker, 'check'>): TriggerCheck {
  return async ({ nodes }) => {
    const trigger = findTrigger(nodes);
    if (trigger === null) return [];
    const { index, id, data } = trigger;
    const { schema, signingSecret } = settingsOf(data);
    const node = typeof id === 'string' ? id : null;
    const problem = (member: string, fault: string): GraphProblem => ({
      path: `nodes[${index}].data.${member}`,
      node,
      edge: null,
      message: `Node ${quote(node ?? 'webhookTrigger')}: data.${member}: ${fault}.`,
    });
    const problems: GraphProblem[] = [];
    if (schema !== null && (typeof data.jsonSchema === 'string' || isJsonObject(data.jsonSchema))) {
      const fault = await findSchemaFault(schemas, schema);
      if (fault !== null) problems.push(problem('jsonSchema', fault));
    }
    if (signingSecret !== null && typeof data.signingSecret === 'string') {
      const fault = findSecretFault(signingSecret);
      if (fault !== null) problems.push(problem('signingSecret', fault));
    }
    return problems;
  };
}

async function findSchemaFault(
  schemas: Pick<SchemaChecker, 'check'>,
  schema: string,
): Promise<string | null> {
  const key = createHash('sha256').update(schema).digest('base64');
  const result = await schemas.check({ key, schema });
  if (result.kind === 'valid') return null;
  return result.kind === 'too-slow' ? 'compiling the schema takes too long; simplify it' : result.details;
}
