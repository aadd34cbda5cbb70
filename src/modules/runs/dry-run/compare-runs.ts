import { isDeepStrictEqual } from 'node:util';
import type { RunNodeItem } from '../runs.schemas.ts';
import type { Comparison } from './dry-run.schemas.ts';

type Nodes = readonly RunNodeItem[];
type FieldDifference = Comparison['fields'][number];

/** Nodes that ended differently or gave something else. The order of members does not count. */
export function compareNodes(ran: Nodes, draft: Nodes): Comparison['nodes'] {
  return pair(ran, draft).flatMap(({ id, one, other }) => {
    const sides = { ran: sideOf(one), draft: sideOf(other) };
    return isDeepStrictEqual(sides.ran, sides.draft) ? [] : [{ id, ...sides }];
  });
}

/** Values that template nodes put into documents and that differ, by column. */
export function compareFields(ran: Nodes, draft: Nodes): FieldDifference[] {
  return pair(ran, draft).flatMap(({ id: nodeId, one, other }) => {
    const [before, after] = [columnsOf(one), columnsOf(other)];
    const columns = new Set([...before.keys(), ...after.keys()]);
    return [...columns].flatMap((column): FieldDifference[] => {
      const sides = { ran: before.get(column) ?? null, draft: after.get(column) ?? null };
      return sides.ran === sides.draft ? [] : [{ nodeId, column, ...sides }];
    });
  });
}

function pair(ran: Nodes, draft: Nodes) {
  const [ones, others] = [ran, draft].map((nodes) => new Map(nodes.map((node) => [node.id, node])));
  const ids = new Set([...ran, ...draft].map(({ id }) => id));
  return [...ids].map((id) => ({ id, one: ones?.get(id), other: others?.get(id) }));
}

function sideOf(node: RunNodeItem | undefined) {
  if (node === undefined) return null;
  const { status, error, output } = node;
  return { status, error, output };
}

/** What a template node read is column to text. */
function columnsOf(node: RunNodeItem | undefined): Map<string, string> {
  if (node?.type !== 'templateNode' || typeof node.input !== 'object' || node.input === null)
    return new Map();
  return new Map(Object.entries(node.input).map(([column, value]) => [column, String(value)]));
}
