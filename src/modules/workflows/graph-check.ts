import { parseJson } from '../../../workflows/graph/json-text.ts';
import { GraphError, type GraphProblem } from '../../../workflows/graph/types.ts';
import { parseDraft, templateIdsOf } from '../../../workflows/validation/parse.ts';
import { DomainError } from '../../errors.ts';
import type { TemplateColumns } from '../templates/template-facts.ts';
import type { GraphRequest } from './check-graph-text.ts';

/** Finds the columns of templates that a user may use; the others are left out. */
type FindTemplateColumns = (
  templateIds: readonly string[],
  ownerId: number,
) => Promise<ReadonlyMap<string, TemplateColumns>>;

/** Checks a graph without blocking the main thread. Throws the BUSY error of an owner's queue. */
export type EvaluateGraph = (
  request: GraphRequest,
  options: { owner: string },
) => Promise<readonly GraphProblem[]>;

/** Every problem of a graph, its templates and its trigger. The text must have the shape of a graph. */
export type GraphCheck = (stepsJson: string, ownerId: number) => Promise<readonly GraphProblem[]>;

export function createGraphCheck(
  findTemplateColumns: FindTemplateColumns,
  evaluateGraph: EvaluateGraph,
): GraphCheck {
  return async (stepsJson, ownerId) => {
    const templateIds = templateIdsOf(parseDraft(parseJson(stepsJson)));
    const templates = Object.fromEntries(await findTemplateColumns(templateIds, ownerId));
    return evaluateGraph({ stepsJson, templates }, { owner: String(ownerId) });
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
