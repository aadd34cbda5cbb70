import { limits } from '../workflows/graph/limits.ts';
import { NodeError } from '../workflows/graph/node-error.ts';
import type { ExecutedNodeType, PureNodeType } from '../workflows/nodes/index.ts';
import { persistDeadline } from './delay-deadline.ts';
import type { Executor } from './execution-context.ts';
import { readOrganization } from './read-organization.ts';
import { sendMail } from './send-mail.ts';
import type { ActivityServices } from './services.ts';
import { stampDocument } from './stamp-document.ts';

/** Node types whose work is more than a pure function; pure types may have an executor too. */
export type Executors = Readonly<
  Record<Exclude<ExecutedNodeType, PureNodeType>, Executor> & Partial<Record<PureNodeType, Executor>>
>;

export function createExecutors(services: ActivityServices): Executors {
  return {
    forEachNode: checkLoop,
    delayNode: openDelay(services),
    organizationInfoNode: readOrganization(services),
    templateNode: stampDocument(services),
    emailNode: sendMail(services),
  };
}

/** The list of a loop must not be too large. */
const checkLoop: Executor = async ({ node, control }) => {
  const { loopNodes = 0 } = node;
  const items = Number(control);
  if (items * loopNodes <= limits.itemNodes) return null;
  const size = `${items} elements times ${loopNodes} nodes are more than ${limits.itemNodes}`;
  throw new NodeError(
    `The loop is too large: ${size}. Pick fewer elements with filterNode, or send several events.`,
  );
};

/** The moment a delay ends, the same for all attempts. */
function openDelay({ runData }: ActivityServices): Executor {
  return ({ node, prepared }) => persistDeadline(node, prepared(), runData);
}
