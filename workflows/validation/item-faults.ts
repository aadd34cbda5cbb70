import type { JsonObject } from '../graph/json-text.ts';
import { rootOf } from '../graph/resolve-path.ts';
import type { DataFault } from '../graph/types.ts';
import type { Node } from '../nodes/node.ts';

/**
 * Paths that begin with `item` or `index` where there is none: `item` exists below a forEachNode and where the node
 * itself goes through a list, `index` below a forEachNode.
 */
export function findItemFaults(node: Node, data: JsonObject, isInLoop: boolean): DataFault[] {
  if (isInLoop) return [];
  return (node.reads?.(data) ?? []).flatMap(({ member, path, itemOf }) => {
    const root = rootOf(path);
    if (root !== 'index' && (root !== 'item' || itemOf !== undefined)) return [];
    const message =
      root === 'item'
        ? 'there is no item here; it exists below a forEachNode, and within a selectNode or filterNode with "from"'
        : 'there is no index here; it exists below a forEachNode';
    return [{ member, message }];
  });
}
