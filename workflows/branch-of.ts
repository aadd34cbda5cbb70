import { type NodeType, nodes } from './nodes/index.ts';

/** The branch that a node's verdict chose; null for types without branches, whose edges are all taken. */
export function branchOf(type: NodeType, verdict: string | number | undefined): string | null {
  return nodes[type].branches === undefined ? null : String(verdict ?? '');
}
