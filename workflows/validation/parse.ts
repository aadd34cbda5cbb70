import { isJsonObject, type JsonValue, parseJson } from '../graph/json-text.ts';
import { type GraphContext, type GraphDraft, GraphError, type GraphProblem } from '../graph/types.ts';
import { type Graph, readGraph } from './valid-graph.ts';
import { validateGraph } from './validate.ts';

const whole = { node: null, edge: null };

/** The outer shape every saved graph has, DRAFT or not: `nodes` and `edges`, both lists. Throws GraphError. */
export function parseDraft(value: JsonValue): GraphDraft {
  if (!isJsonObject(value)) {
    throw new GraphError([
      { ...whole, path: '', message: 'The graph must be an object with nodes and edges.' },
    ]);
  }
  const { nodes, edges } = value;
  const problems: GraphProblem[] = [];
  if (!Array.isArray(nodes)) problems.push({ ...whole, path: 'nodes', message: 'nodes must be a list.' });
  if (!Array.isArray(edges)) problems.push({ ...whole, path: 'edges', message: 'edges must be a list.' });
  if (!Array.isArray(nodes) || !Array.isArray(edges)) throw new GraphError(problems);
  return { nodes, edges };
}

/**
 * A graph that can run, from its JSON text.
 * @throws GraphError with every problem of the graph at once.
 */
export function parseGraph(text: string, context?: GraphContext): Graph {
  const draft = parseDraft(parseText(text));
  const problems = validateGraph(draft, context);
  if (problems.length > 0) throw new GraphError(problems);
  return readGraph(draft);
}

function parseText(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw new GraphError([{ ...whole, path: '', message: 'The graph is not valid JSON.' }]);
  }
}

/** Ids of the templates a graph names, each once; for looking them up before validation. */
export function templateIdsOf(draft: GraphDraft): string[] {
  const ids = draft.nodes.map((node) =>
    isJsonObject(node) && node.type === 'templateNode' && isJsonObject(node.data)
      ? node.data.templateId
      : null,
  );
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}
