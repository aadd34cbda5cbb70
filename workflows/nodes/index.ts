import { composeNode } from './compose-node.ts';
import { delayNode } from './delay-node.ts';
import { emailNode } from './email-node.ts';
import { filterNode } from './filter-node.ts';
import { forEachNode } from './for-each-node.ts';
import { ifElseNode } from './if-else-node.ts';
import type { Node } from './node.ts';
import { organizationInfoNode } from './organization-info-node.ts';
import { selectNode } from './select-node.ts';
import { switchNode } from './switch-node.ts';
import { templateNode } from './template-node.ts';
import { webhookTrigger } from './webhook-trigger.ts';

/** The node types by the name graphs use. A type with a side effect also has an executor in `activities/executors.ts`. */
const registry = {
  webhookTrigger,
  composeNode,
  selectNode,
  filterNode,
  ifElseNode,
  switchNode,
  forEachNode,
  organizationInfoNode,
  delayNode,
  templateNode,
  emailNode,
} as const satisfies Record<string, Node>;

export type NodeType = keyof typeof registry;

/** Types with work to do; each is one activity of the same name. The trigger's output is the payload. */
export type ExecutedNodeType = Exclude<NodeType, 'webhookTrigger'>;

/** Types whose whole work is a pure function. */
export type PureNodeType = {
  [Type in NodeType]: (typeof registry)[Type] extends { run: unknown } ? Type : never;
}[NodeType];

export const nodes: Readonly<Record<NodeType, Node>> = registry;
export const nodeTypes = Object.keys(registry) as NodeType[];

export function isNodeType(type: string): type is NodeType {
  return Object.hasOwn(registry, type);
}

export function isPureNodeType(type: NodeType): type is PureNodeType {
  return nodes[type].run !== undefined;
}
