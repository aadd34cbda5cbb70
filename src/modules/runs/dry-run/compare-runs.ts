import { isDeepStrictEqual } from 'node:util';
import type { RunNodeItem } from '../runs.schemas.ts';
import type { Comparison } from './dry-run.schemas.ts';
import type { DryDocument } from './dry-run-texts.ts';

type Nodes = readonly RunNodeItem[];
type FieldDifference = Comparison['fields'][number];

/** Nodes with another status, error or output. The order of members does not matter. */
export function compareNodes(ran: Nodes, draft: Nodes): Comparison['nodes'] {
  const [ones, others] = [ran, draft].map((nodes) => new Map(nodes.map((node) => [node.id, node])));
  const ids = new Set([...ran, ...draft].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const sides = { ran: sideOf(ones?.get(id)), draft: sideOf(others?.get(id)) };
    return isDeepStrictEqual(sides.ran, sides.draft) ? [] : [{ id, ...sides }];
  });
}

function sideOf(node: RunNodeItem | undefined) {
  if (node === undefined) return null;
  const { status, error, output, items } = node;
  return { status, error, output: items === null ? output : items };
}

/** Fields of documents with different values, by node and item; null if one side has no such document or field. */
export function compareFields(ran: readonly DryDocument[], draft: readonly DryDocument[]): FieldDifference[] {
  const [before, after] = [fieldsOf(ran), fieldsOf(draft)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): FieldDifference[] => {
    const [one, other] = [before.get(key), after.get(key)];
    const known = one ?? other;
    if (known === undefined || one?.value === other?.value) return [];
    const { nodeId, item, field } = known;
    return [{ nodeId, item, field, ran: one?.value ?? null, draft: other?.value ?? null }];
  });
}

function fieldsOf(documents: readonly DryDocument[]) {
  const all = documents.flatMap(({ nodeId, itemIndex, fields }) =>
    fields.map(({ field, value }) => ({ nodeId, item: itemIndex < 0 ? null : itemIndex, field, value })),
  );
  return new Map(all.map((each) => [JSON.stringify([each.nodeId, each.item, each.field]), each]));
}
