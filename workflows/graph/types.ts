import type { JsonValue } from './json-text.ts';
import type { PatternEngine } from './patterns.ts';
import type { DataType } from './typing/data-type.ts';

/** A graph of the right outer shape; its members may be anything. This is what a DRAFT may hold. */
export interface GraphDraft {
  nodes: JsonValue[];
  edges: JsonValue[];
}

export interface GraphEdge {
  id: string;
  source: string;
  target: string;
  /** On edges that leave an ifElseNode or switchNode: the branch that takes them. */
  sourceHandle: string | null;
}

/** One member of a node's `data`. Other members are kept and ignored. */
export interface DataMember {
  kind: 'text' | 'flag' | 'number' | 'object' | 'list' | 'object or text';
  required: boolean;
  /** For the API description and the docs. */
  description: string;
}

/** A fault of a node's data: the member's path below `data` and what to do. */
export interface DataFault {
  member: string;
  message: string;
  /** A warning: the graph is accepted. */
  isWarning?: boolean;
}

/** One thing to fix in a graph. */
export interface GraphProblem {
  /** Where in stepsJson, for example `nodes[2].data.templateId`. */
  path: string;
  /** Id of the node or edge concerned; null when it has none or the whole graph is meant. */
  node: string | null;
  edge: string | null;
  /** Names the node or edge and says what to do. */
  message: string;
  /** A warning keeps no graph from running. Absent: an error. */
  severity?: 'warning';
}

/** Facts outside the graph that validation needs, such as the templates the workflow's owner may use. */
export interface GraphContext {
  /** Null when there is no such template or the owner may not use it. */
  findTemplate(templateId: string): TemplateFacts | null;
  /** Compiles the patterns of `matches`. */
  patterns: PatternEngine;
  /** Why a mail with this text could never be sent, or null. */
  findMailTextFault(member: MailText, text: string): string | null;
  /** The type of payloads; absent: any object. */
  payloadType?: DataType;
}

/** The facts for checking one node. */
export interface NodeContext extends Omit<GraphContext, 'patterns'> {
  /** The fault of a pattern of `matches`, or null. Counts it among the patterns of node and graph. */
  findPatternFault(pattern: string): string | null;
}

/** A member of an emailNode that becomes text of the mail. */
export type MailText = 'to' | 'subject' | 'body';

export interface TemplateFacts {
  /** Those of `columns` the template has no place for. */
  unknownColumns(columns: readonly string[]): string[];
  /** Columns it requires and gives no Default, each with the one of `columns` that fills it, or null. */
  requiredColumns(columns: readonly string[]): { column: string; mapped: string | null }[];
}

/** A graph that cannot run, with every problem at once. */
export class GraphError extends Error {
  readonly problems: readonly GraphProblem[];

  constructor(problems: readonly GraphProblem[]) {
    super(`The graph has ${problems.length} problem(s). ${problems[0]?.message ?? ''}`.trim());
    this.name = 'GraphError';
    this.problems = problems;
  }
}

/** A user's text inside a message: quoted and cut. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

/** The path of a member inside another one. Long keys are cut, and so are long paths. */
export function memberPath(parent: string, key: string): string {
  return parent.length > 500 ? parent : `${parent}[${quote(key)}]`;
}
