import { createHash } from 'node:crypto';
import { type Budget, textSteps } from '../../../workflows/graph/budget.ts';
import { parseJson } from '../../../workflows/graph/json-text.ts';
import type { GraphProblem, TemplateFacts } from '../../../workflows/graph/types.ts';
import { parseDraft } from '../../../workflows/validation/parse.ts';
import { validateGraph } from '../../../workflows/validation/validate.ts';
import { linearPatterns as patterns } from '../../infra/linear-pattern.ts';
import { createColumnMatcher } from '../../stamping/match-columns.ts';
import { findMailTextFault } from '../runs/workflow-mail-texts.ts';
import type { TemplateColumns } from '../templates/template-facts.ts';
import type { SchemaOutcome } from '../webhooks/schema/compile-schema.ts';
import type { SchemaRequest } from '../webhooks/schema/schema-check.ts';
import { findTriggerProblems } from '../webhooks/trigger-problems.ts';
import { readTriggerSettings } from '../webhooks/trigger-settings.ts';
import { payloadTypeOf } from './schema-type.ts';

/** A graph to check, in plain data. */
export interface GraphRequest {
  /** The text must have the shape of a graph. */
  stepsJson: string;
  /** By public id: the templates of the graph that its owner may use. */
  templates: Readonly<Record<string, TemplateColumns>>;
}

export interface GraphTools {
  budget: Budget;
  checkSchema: (request: SchemaRequest, budget: Budget) => SchemaOutcome;
}

/** Every problem of a graph, its templates and its trigger. Throws BudgetExceeded. */
export function checkGraphText({ stepsJson, templates }: GraphRequest, tools: GraphTools): GraphProblem[] {
  const { budget, checkSchema } = tools;
  budget.spend(textSteps(stepsJson.length));
  const draft = parseDraft(parseJson(stepsJson));
  const problems = findTriggerProblems(draft, (schema) => {
    const key = createHash('sha256').update(schema).digest('base64');
    const outcome = checkSchema({ key, schema }, budget);
    return outcome.kind === 'valid' ? null : outcome.details;
  });
  // An invalid schema says nothing about payloads.
  const schema = problems.length === 0 ? readTriggerSettings(stepsJson).schema : null;
  const payloadType = payloadTypeOf(schema, budget);
  const facts = new Map(
    Object.entries(templates).map(([templateId, columns]) => [templateId, factsOf(columns, budget)]),
  );
  const findTemplate = (templateId: string) => facts.get(templateId) ?? null;
  const context = { findTemplate, patterns, findMailTextFault, payloadType };
  return [...validateGraph(draft, context, budget), ...problems];
}

/** The columns of the template are indexed once, for all nodes that use it. */
function factsOf({ known, required }: TemplateColumns, budget: Budget): TemplateFacts {
  const matcherOf = (names: readonly string[]) => {
    spendNames(budget, names);
    const match = createColumnMatcher(names);
    return (columns: readonly string[]) => {
      budget.spend(names.length * lookupSteps);
      spendNames(budget, columns);
      return match(columns);
    };
  };
  const [matchKnown, matchRequired] = [matcherOf(known), matcherOf(required)];
  return {
    unknownColumns(columns) {
      const served = new Set(matchKnown(columns));
      return columns.filter((_, index) => !served.has(index));
    },
    requiredColumns(columns) {
      const matched = matchRequired(columns);
      return required.map((column, index) => ({ column, mapped: columns[matched[index] ?? -1] ?? null }));
    },
  };
}

/** Steps of looking up a name, and of indexing one besides those of its text. */
const lookupSteps = 5;
const indexSteps = 40;

function spendNames(budget: Budget, names: readonly string[]): void {
  for (const name of names) budget.spend(indexSteps + name.length);
}
