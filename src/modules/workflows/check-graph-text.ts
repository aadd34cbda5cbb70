import { createHash } from 'node:crypto';
import { type Budget, textSteps } from '../../../workflows/graph/budget.ts';
import { parseJson } from '../../../workflows/graph/json-text.ts';
import type { GraphProblem, TemplateFacts } from '../../../workflows/graph/types.ts';
import { parseDraft } from '../../../workflows/validation/parse.ts';
import { validateGraph } from '../../../workflows/validation/validate.ts';
import { linearPatterns as patterns } from '../../infra/linear-pattern.ts';
import { matchColumns } from '../../stamping/match-columns.ts';
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
  const findTemplate = (templateId: string) => {
    const columns = Object.hasOwn(templates, templateId) ? templates[templateId] : undefined;
    return columns === undefined ? null : factsOf(columns);
  };
  const context = { findTemplate, patterns, findMailTextFault, payloadType };
  return [...validateGraph(draft, context, budget), ...problems];
}

function factsOf({ known, required }: TemplateColumns): TemplateFacts {
  return {
    unknownColumns(columns) {
      const served = new Set(matchColumns(known, columns));
      return columns.filter((_, index) => !served.has(index));
    },
    requiredColumns(columns) {
      const matched = matchColumns(required, columns);
      return required.map((column, index) => ({ column, mapped: columns[matched[index] ?? -1] ?? null }));
    },
  };
}
