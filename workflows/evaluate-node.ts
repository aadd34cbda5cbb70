import { type Budget, textSteps } from './graph/budget.ts';
import { buildScope, type Layer, type Scope, scopeWith } from './graph/event-context.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson, printJson } from './graph/json-text.ts';
import { limits } from './graph/limits.ts';
import { NodeError } from './graph/node-error.ts';
import { once } from './graph/once.ts';
import type { PatternEngine } from './graph/patterns.ts';
import { createReader } from './graph/reader.ts';
import { type ExecutedNodeType, nodes } from './nodes/index.ts';

/** A node to evaluate, in plain data and JSON texts that can be sent to a thread. */
export interface NodeTexts {
  type: ExecutedNodeType;
  /** The node's data. */
  data: string;
  payload: string;
  /** Outputs above the node, the farthest first. */
  layers: readonly LayerText[];
  item: ItemText | null;
}

export interface LayerText {
  nodeId: string;
  /** The output; null for the trigger, whose output is the payload. */
  text: string | null;
  /** Whether it overlays `event`. */
  feedsEvent: boolean;
}

/** The item of a loop: its text, or the text of the whole list where the item did not travel. */
export interface ItemText {
  index: number;
  text: string | null;
  list: string | null;
}

/** The result of a node's pure part. Exactly one of `output` and `error` is null. */
export interface Evaluation {
  /** JSON text of the output; of a node with an executor that of the data for it. */
  output: string | null;
  /** The part of the output that the interpreter needs, see Node.control. */
  control: string | number | null;
  /** The message of the NodeError with which the node fails. */
  error: string | null;
  /** JSON text of the recorded input; null when it is longer than `limits.inputLength`. */
  input: string | null;
}

interface EvaluationTools {
  budget: Budget;
  /** Parses JSON; a parser that remembers values saves work where nodes share texts. */
  parse?: (text: string) => JsonValue;
  patterns: PatternEngine;
}

/** Evaluates a node: everything but its side effect. Throws BudgetExceeded. */
export function evaluateNode(texts: NodeTexts, tools: EvaluationTools): Evaluation {
  const { budget, parse = parseJson, patterns } = tools;
  const parseText = (text: string) => {
    budget.spend(textSteps(text.length));
    return parse(text);
  };
  const { run, prepare, control } = nodes[texts.type];
  const reader = createReader(readScope(texts, { budget, parse: parseText }), { budget, patterns });
  const recorded = () => printRecord(reader.read, budget);
  try {
    const data = parseText(texts.data);
    const output = (run ?? prepare)?.(isJsonObject(data) ? data : {}, reader) ?? null;
    const text = printJson(output);
    budget.spend(textSteps(text.length));
    if (text.length > limits.outputLength) {
      throw new NodeError(`The output is larger than ${limits.outputLength} characters. Refer to less data.`);
    }
    return { output: text, control: control?.(output) ?? null, error: null, input: recorded() };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return { output: null, control: null, error: error.message, input: recorded() };
  }
}

/** The scope of a node. Each text is parsed when it is first needed. */
export function readScope(
  { payload: payloadText, layers, item }: NodeTexts,
  { budget, parse }: { budget: Budget; parse: (text: string) => JsonValue },
): Scope {
  const payload = once(() => parse(payloadText));
  const built = layers.map(
    ({ nodeId, text, feedsEvent }): Layer => ({
      nodeId,
      feedsEvent,
      output: text === null ? payload : once(() => parse(text)),
    }),
  );
  const scope = buildScope(payload, built, budget);
  return item === null ? scope : scopeWith(scope, { item: itemOf(item, parse), index: item.index });
}

function itemOf({ index, text, list }: ItemText, parse: (text: string) => JsonValue): JsonValue {
  if (text !== null) return parse(text);
  const items = list === null ? null : parse(list);
  return Array.isArray(items) ? (items[index] ?? null) : null;
}

/** The record as JSON text; null as soon as it gets too long, because many paths may lead to the same large value. */
function printRecord(record: JsonObject, budget: Budget): string | null {
  const members: string[] = [];
  let length = 1;
  for (const [name, value] of Object.entries(record)) {
    const member = `${printJson(name)}:${printJson(value)}`;
    budget.spend(textSteps(member.length));
    length += member.length + 1;
    if (length > limits.inputLength) return null;
    members.push(member);
  }
  return `{${members.join(',')}}`;
}
