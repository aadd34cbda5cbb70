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

/** Looks up templates as one user may use them; those out of reach are left out. */
export type FindTemplateFacts = (
  templateIds: readonly string[],
  ownerId: number,
) => Promise<ReadonlyMap<string, TemplateFacts>>;

/** Every problem that keeps a graph from running, templates and what the trigger asks of payloads included. The text has the outer shape of a graph. */
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
    // A schema that cannot be used tells nothing.
    const payloadType = payloadTypeOf(ofTrigger.length === 0 ? readTriggerSettings(stepsJson).schema : null);
    const context = { findTemplate, findPatternFault, findMailTextFault, payloadType };
    return [...validateGraph(draft, context), ...ofTrigger];
  };
}

/** Refuses a graph that cannot run. Warnings are worth knowing and keep none from running. Throws GRAPH_INVALID. */
export function requireRunnable(problems: readonly GraphProblem[]): void {
  const errors = problems.filter(({ severity }) => severity !== 'warning');
  if (errors.length > 0) throw graphInvalid(errors);
}

/** The refusal of a graph, naming every problem. */
function graphInvalid(problems: readonly GraphProblem[]): DomainError {
  const [first] = problems;
  const more = problems.length > 1 ? ` And ${problems.length - 1} more, see errors.` : '';
  return new DomainError('GRAPH_INVALID', `${first?.message ?? 'The graph cannot run.'}${more}`, {
    paths: problems.map((problem) => ({ path: pathInBody(problem), message: problem.message })),
  });
}

/** Where a problem lies, seen from the request's body. */
export function pathInBody({ path }: GraphProblem): string {
  return path === '' ? 'stepsJson' : `stepsJson.${path}`;
}

/** Refuses text that is not even the outer shape of a graph, or longer than allowed. Throws DomainError. */
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
