import { parseJson } from '../../../workflows/graph/json-text.ts';
import { GraphError, type GraphProblem, type TemplateFacts } from '../../../workflows/graph/types.ts';
import { parseDraft, templateIdsOf } from '../../../workflows/validation/parse.ts';
import { validateGraph } from '../../../workflows/validation/validate.ts';
import { DomainError } from '../../errors.ts';
import { findPatternFault } from '../../infra/linear-pattern.ts';
import { findMailTextFault } from '../runs/workflow-mail-texts.ts';
import type { TriggerCheck } from '../webhooks/trigger-check.ts';
import { readTriggerSettings } from '../webhooks/trigger-settings.ts';
import { payloadTypeOf } from './schema-type.ts';

/** Finds templates that a user may use; the others are left out. */
type FindTemplateFacts = (
  templateIds: readonly string[],
  ownerId: number,
) => Promise<ReadonlyMap<string, TemplateFacts>>;

/** Every problem of a graph, its templates and its trigger. The text must have the shape of a graph. */
export type GraphCheck = (stepsJson: string, ownerId: number) => Promise<readonly GraphProblem[]>;

export function createGraphCheck(
  findTemplateFacts: FindTemplateFacts,
  checkTrigger: TriggerCheck,
): GraphCheck {
  return async (stepsJson, ownerId) => {
    const draft = parseDraft(parseJson(stepsJson));
    const templates = await findTemplateFacts(templateIdsOf(draft), ownerId);
    const findTemplate = (templateId: string) => templates.get(templateId) ?? null;
    const ofTrigger = await checkTrigger(draft);
    // An invalid schema says nothing about payloads.
    const payloadType = payloadTypeOf(ofTrigger.length === 0 ? readTriggerSettings(stepsJson).schema : null);
    const context = { findTemplate, findPatternFault, findMailTextFault, payloadType };
    return [...validateGraph(draft, context), ...ofTrigger];
  };
}

/** Throws GRAPH_INVALID for a graph that cannot run. Warnings are allowed. */
export function requireRunnable(problems: readonly GraphProblem[]): void {
  const errors = problems.filter(({ severity }) => severity !== 'warning');
  if (errors.length > 0) throw graphInvalid(errors);
}

/** The error for an invalid graph, with all problems. */
function graphInvalid(problems: readonly GraphProblem[]): DomainError {
  const [first] = problems;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more, see errors.` : '';
  return new DomainError('GRAPH_INVALID', `${first?.message ?? 'The graph cannot run.'}${more}`, {
    paths: problems.map((problem) => ({ path: pathInBody(problem), message: problem.message })),
  });
}

/** The path of a problem in the request's body. */
export function pathInBody({ path }: GraphProblem): string {
  return path === '' ? 'stepsJson' : `stepsJson.${path}`;
}

/** Throws GRAPH_INVALID for a text that is too long or does not have the shape of a graph. */
export function requireDraft(stepsJson: string, maxBytes: number): void {
  if (Buffer.byteLength(stepsJson) > maxBytes) {
    throw new DomainError('GRAPH_INVALID', `stepsJson is larger than ${maxBytes} bytes.`);
  }
  try {
    parseDraft(parseJson(stepsJson));
  } catch (error) {
    throw error instanceof GraphError ? graphInvalid(error.problems) : error;
  }
}
