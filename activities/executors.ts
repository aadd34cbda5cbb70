import { limits } from '../workflows/graph/limits.ts';
import { NodeError } from '../workflows/graph/node-error.ts';
import {
  type ExecutedNodeType,
  type PureNodeType,
  pureNodeTypes,
  runPureNode,
} from '../workflows/nodes/index.ts';
import { persistDeadline } from './delay-deadline.ts';
import type { Executor } from './execution-context.ts';
import { readOrganization } from './read-organization.ts';
import { sendMail } from './send-mail.ts';
import type { ActivityServices } from './services.ts';
import { stampDocument } from './stamp-document.ts';

/** How each node type does its work. Pure types need no line here, unless more than the pure function is to be done. */
export function createExecutors(services: ActivityServices): Record<ExecutedNodeType, Executor> {
  return {
    ...pureExecutors,
    forEachNode: openLoop,
    delayNode: openDelay(services),
    organizationInfoNode: readOrganization(services),
    templateNode: stampDocument(services),
    emailNode: sendMail(services),
  };
}

const pureExecutors = Object.fromEntries(pureNodeTypes.map((type) => [type, pure(type)])) as Record<
  PureNodeType,
  Executor
>;

function pure(type: PureNodeType): Executor {
  return async ({ data, reader }) => runPureNode(type, data, reader);
}

/** The list of a loop, which must not be too large. */
const openLoop: Executor = async ({ node, data, reader }) => {
  const list = runPureNode('forEachNode', data, reader);
  const { loopNodes = 0 } = node;
  const items = Array.isArray(list) ? list.length : 0;
  if (items * loopNodes <= limits.itemNodes) return list;
  const size = `${items} elements times ${loopNodes} nodes are more than ${limits.itemNodes}`;
  throw new NodeError(
    `The loop is too large: ${size}. Pick fewer elements with filterNode, or send several events.`,
  );
};

/** The moment a delay ends, the same for all attempts. */
function openDelay({ runData }: ActivityServices): Executor {
  return ({ node, data, reader }) => persistDeadline(node, runPureNode('delayNode', data, reader), runData);
}
