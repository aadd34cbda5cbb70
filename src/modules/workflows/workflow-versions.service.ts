import type { MikroORM } from '@mikro-orm/postgresql';
import { notFound } from '../../errors.ts';
import { type PageRequest, toPage } from '../../http/pagination.ts';
import { formatTimestamp } from '../../infra/clock.ts';
import { GraphVersion } from './graph-version.entity.ts';
import { getOwnedWorkflow } from './owned-workflow.ts';
import type { VersionPage, VersionRecord } from './workflow-versions.schemas.ts';
import type { WorkflowRecord } from './workflows.schemas.ts';
import type { WorkflowsService } from './workflows.service.ts';

const LARGEST_INTEGER = 2_147_483_647;

/** A version of a workflow, from the path of a request; `number` may be any text. */
interface WantedVersion {
  ownerId: number;
  workflowId: string;
  number: string;
}

export type WorkflowVersionsService = ReturnType<typeof createWorkflowVersionsService>;

/** The saved graphs of a workflow. They never change; a run uses the one it started with. */
export function createWorkflowVersionsService(deps: {
  orm: MikroORM;
  workflows: Pick<WorkflowsService, 'update'>;
}) {
  const { orm, workflows } = deps;

  /** Throws NOT_FOUND. */
  const get = async ({ ownerId, workflowId, number: text }: WantedVersion): Promise<VersionRecord> => {
    const em = orm.em.fork();
    const workflow = await getOwnedWorkflow(em, ownerId, workflowId);
    const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
    const version =
      number > 0 && number <= LARGEST_INTEGER
        ? await em.findOne(GraphVersion, { workflow: workflow.id, number }, { populate: ['createdBy'] })
        : null;
    if (version === null) throw notFound('The version');
    return { ...describe(version, workflow.graphVersion), stepsJson: version.stepsJson };
  };

  return {
    get,

    /** A page of versions, newest first. Throws NOT_FOUND. */
    async list(ownerId: number, workflowId: string, page: PageRequest): Promise<VersionPage> {
      const em = orm.em.fork();
      const workflow = await getOwnedWorkflow(em, ownerId, workflowId);
      const [versions, total] = await em.findAndCount(
        GraphVersion,
        { workflow: workflow.id },
        {
          populate: ['createdBy'],
          // A list does not contain graphs, which may be long.
          fields: ['number', 'createdAt', 'createdBy.publicId', 'createdBy.email'],
          orderBy: { number: 'desc' },
          limit: page.size,
          offset: page.page * page.size,
        },
      );
      return toPage(
        versions.map((version) => describe(version, workflow.graphVersion)),
        total,
        page,
      );
    },

    /** Saves the graph of an old version as a new one. Throws NOT_FOUND and, for an ACTIVE workflow, GRAPH_INVALID. */
    async restore(wanted: WantedVersion): Promise<WorkflowRecord> {
      const { stepsJson } = await get(wanted);
      return workflows.update(wanted.ownerId, wanted.workflowId, { stepsJson });
    },
  };
}

interface Listed {
  number: number;
  createdAt: Date;
  createdBy: { getEntity(): { publicId: string; email: string } };
}

function describe({ number, createdAt, createdBy }: Listed, current: number) {
  const { publicId, email } = createdBy.getEntity();
  return {
    number,
    isCurrent: number === current,
    createdAt: formatTimestamp(createdAt),
    createdBy: { publicId, email },
  };
}
