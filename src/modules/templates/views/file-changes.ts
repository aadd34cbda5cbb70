import type { EntityManager } from '@mikro-orm/postgresql';
import { createNameFinder } from '../../../stamping/match-columns.ts';
import type { TemplateInventory } from '../../../stamping/types.ts';
import type { TemplateVersion } from '../template-version.entity.ts';
import { columnsOfNodes } from './graph-columns.ts';
import { columnsOf, readTargets, type TemplateTarget } from './template-targets.ts';
import type { FileChanges } from './template-views.schemas.ts';

/**
 * Finds what no longer works after a new file: mapped fields that the file does not have, and columns in workflows of this
 * user that filled something before. Workflows of other users stay private.
 */
export async function findFileChanges(
  em: EntityManager,
  { userId, before, after }: { userId: number; before: TemplateVersion; after: TemplateVersion },
): Promise<FileChanges> {
  const { targets } = targetsOf(after);
  const isGone = createGoneColumns(targetsOf(before).targets, targets);
  const workflows = await findGraphs(em, userId, after.templatePublicId);
  return {
    missingFields: targets.filter(({ isThere }) => !isThere).map(({ name }) => name),
    workflows: workflows.flatMap(({ workflowId, stepsJson }) =>
      columnsOfNodes(stepsJson, after.templatePublicId)
        .map(({ nodeId, columns }) => ({ workflowId, nodeId, missingColumns: columns.filter(isGone) }))
        .filter(({ missingColumns }) => missingColumns.length > 0),
    ),
  };
}

/** Whether a column filled something in the old file and fills nothing in the new one. */
function createGoneColumns(
  before: readonly TemplateTarget[],
  after: readonly TemplateTarget[],
): (column: string) => boolean {
  const [findBefore, findAfter] = [before, after].map((targets) =>
    createNameFinder(columnsOf(targets.filter(({ isThere }) => isThere))),
  );
  return (column) => findBefore?.(column) !== -1 && findAfter?.(column) === -1;
}

function targetsOf({ json, inventory }: TemplateVersion) {
  return readTargets(json ?? null, JSON.parse(inventory) as TemplateInventory);
}

/** Current graphs of the user's workflows that contain the template's id. */
function findGraphs(
  em: EntityManager,
  userId: number,
  templateId: string,
): Promise<{ workflowId: string; stepsJson: string }[]> {
  return em.execute(
    `select w.public_id as "workflowId", g.steps_json as "stepsJson"
     from workflow w join graph_version g on g.workflow_id = w.id and g.number = w.graph_version
     where w.owner_id = ? and position(? in g.steps_json) > 0
     order by w.id`,
    [userId, templateId],
  );
}
