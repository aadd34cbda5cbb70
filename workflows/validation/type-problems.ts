import type { Budget } from '../graph/budget.ts';
import type { JsonObject } from '../graph/json-text.ts';
import { findLoops } from '../graph/loops.ts';
import { groupEdges, topologicalOrder } from '../graph/order.ts';
import type { Read } from '../graph/reads.ts';
import { rootOf } from '../graph/resolve-path.ts';
import type { DataFault, GraphContext, GraphProblem } from '../graph/types.ts';
import {
  anything,
  type DataType,
  missing,
  numberType,
  objectOf,
  unionOf,
} from '../graph/typing/data-type.ts';
import { createTypeReader, elementOf, type TypeReader, typesOfRead } from '../graph/typing/type-reader.ts';
import { upstreamOf } from '../graph/upstream.ts';
import { nodes as nodeTypes } from '../nodes/index.ts';
import { createCertainty } from './certainty.ts';
import { findColumnFaults } from './column-faults.ts';
import { eventType } from './event-type.ts';
import { atMember, type Placed, type PlacedNode } from './shape.ts';

/** Walking the graph above a node. */
const STEPS_OF_NODE = 100;

type TypedNode = PlacedNode & { type: Exclude<PlacedNode['type'], ''>; data: JsonObject };

/**
 * Carries types from the trigger's schema through the nodes and reports what can never work: paths without a value, objects
 * and lists where text is needed, other values where a list is needed, required columns left empty. For graphs of sound
 * shape. Throws BudgetExceeded.
 */
export function findTypeProblems(
  { nodes, edges }: Placed,
  context: Pick<GraphContext, 'payloadType' | 'findTemplate'>,
  budget: Budget,
): GraphProblem[] {
  const typed = nodes.filter((node): node is TypedNode => node.type !== '' && node.data !== null);
  const byId = new Map(typed.map((node) => [node.id, node]));
  const links = edges.filter(({ source, target }) => byId.has(source) && byId.has(target));
  const { order } = topologicalOrder({ ids: [...byId.keys()], edges: links });
  const trigger = typed.find(({ type }) => type === 'webhookTrigger');
  if (trigger === undefined) return [];
  const payload = context.payloadType ?? objectOf(new Map(), anything);
  const loops = findLoops({ nodes: typed, edges: links });
  const incoming = groupEdges(links, 'target');
  const isCertain = createCertainty(trigger.id, links);
  const outputs = new Map<string, DataType>();
  const problems: GraphProblem[] = [];
  for (const id of order) {
    const node = byId.get(id);
    if (node === undefined) continue;
    const above = upstreamOf(id, (each) => incoming.get(each) ?? []);
    budget.spend(STEPS_OF_NODE + above.length);
    const certain = isCertain({
      nodeId: id,
      above: new Set(above),
      branching: above.filter(
        (each) => nodeTypes[byId.get(each)?.type ?? 'webhookTrigger'].branches !== undefined,
      ),
    });
    const [loop] = loops.get(id) ?? [];
    const types = createTypeReader(
      new Map<string, DataType>([
        ['trigger', payload],
        ['event', eventType(payload, layersOf(above), { isCertain: certain, budget })],
        ['nodes', objectOf(new Map(above.map((each) => [each, outputAbove(each, certain)])))],
        ['item', loop === undefined ? missing : elementOf(outputs.get(loop) ?? anything)],
        ['index', loop === undefined ? missing : numberType],
      ]),
      budget,
    );
    outputs.set(
      id,
      id === trigger.id ? payload : (nodeTypes[node.type].outputType?.(node.data, types) ?? anything),
    );
    const faults = [...findReadFaults(node, types), ...findColumnFaults(node, types, context)];
    problems.push(...faults.map((fault) => atMember(node, fault)));
  }
  return problems;

  function layersOf(above: readonly string[]) {
    return above.flatMap((nodeId) => {
      const type = byId.get(nodeId)?.type;
      const feeds = type !== undefined && nodeTypes[type].feedsEvent;
      return feeds ? [{ nodeId, type: outputs.get(nodeId) ?? anything }] : [];
    });
  }

  function outputAbove(id: string, certain: boolean): DataType {
    const type = outputs.get(id) ?? anything;
    return certain ? type : unionOf([type, missing]);
  }
}

function findReadFaults({ type, data }: TypedNode, types: TypeReader): DataFault[] {
  return (nodeTypes[type].reads?.(data) ?? []).flatMap((read) => {
    // Items outside loops are reported by `findItemFaults`.
    if (read.itemOf === undefined && isForeign(rootOf(read.path), types)) return [];
    const { certain, likely } = typesOfRead(read, types);
    const { member } = read;
    const message = faultOf(read, certain);
    if (message !== null) return [{ member, message }];
    const warning = faultOf(read, likely);
    return warning === null ? [] : [{ member, message: warning, isWarning: true }];
  });
}

function faultOf({ path, need }: Read, { kinds }: DataType): string | null {
  const name = JSON.stringify(path.trim().slice(0, 100));
  const there = [...kinds].filter((kind) => kind !== 'missing');
  if (kinds.size === 0) return null;
  if (there.length === 0) {
    return `${name} never has a value: ${whyNowhere(path)}`;
  }
  if (need === 'list' && !kinds.has('list')) return `${name} is never a list; use the path of a list`;
  const texts = there.filter((kind) => kind !== 'null');
  if (need === 'text' && texts.length > 0 && texts.every((kind) => kind === 'object' || kind === 'list')) {
    const what = texts.map((kind) => (kind === 'list' ? 'a list' : 'an object')).join(' or ');
    return `${name} is ${what}, but text is needed; use the path of one of its values`;
  }
  return null;
}

function isForeign(root: string, types: TypeReader): boolean {
  return (
    (root === 'item' || root === 'index') &&
    types.at(root).kinds.size === 1 &&
    types.at(root).kinds.has('missing')
  );
}

function whyNowhere(path: string): string {
  if (rootOf(path) === 'nodes') return 'no node before this one provides it; correct the id or the path';
  return 'no payload that matches the jsonSchema of the trigger has it, and no node before this one provides it; correct the path';
}
