import { composeNode } from './compose-node.ts';
import type { Node } from './node.ts';
import { selectNode } from './select-node.ts';
import { templateNode } from './template-node.ts';
import { webhookTrigger } from './webhook-trigger.ts';

/** The node types by the name graphs use. A type with a side effect has an entry in `activities/` as well. */
const registry = { webhookTrigger, composeNode, selectNode, templateNode } as const satisfies Record<
  string,
  Node
>;

export type NodeType = keyof typeof registry;

/** Types whose whole work is a pure function; each is one activity of the same name. */
export type PureNodeType = {
  [Type in NodeType]: (typeof registry)[Type] extends { run: unknown } ? Type : never;
}[NodeType];

export const nodes: Readonly<Record<NodeType, Node>> = registry;
export const nodeTypes = Object.keys(registry) as NodeType[];
export const pureNodes: Readonly<Record<PureNodeType, Required<Pick<Node, 'run'>>>> = {
  composeNode,
  selectNode,
};

export function isNodeType(type: string): type is NodeType {
  return Object.hasOwn(registry, type);
}

export function isPureNodeType(type: NodeType): type is PureNodeType {
  return Object.hasOwn(pureNodes, type);
}
