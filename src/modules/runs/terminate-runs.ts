import type { MikroORM } from '@mikro-orm/postgresql';
import { notFound } from '../../errors.ts';
import { isPublicId } from '../../infra/public-id.ts';
import { type Sql, sqlWithin } from '../../infra/sql.ts';
import type { TemporalClient } from '../../infra/temporal/temporal-client.ts';
import { inTransaction } from '../../infra/transaction.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Operator } from '../audit/caller.ts';
import type { Run } from './run.entity.ts';

/** Result of `cancel`. */
export interface TerminatedRun {
  /** The status before: RUNNING or WAITING, else the run had already ended. */
  before: Run['status'];
  /** Whether Temporal has ended it too. False: it is not reachable. */
  isTerminated: boolean;
}

export type TerminateRuns = ReturnType<typeof createTerminateRuns>;

const REASON = 'An operator cancelled the run.';
const BATCH = 100;

/**
 * Ends runs by an operator's command, whatever they are doing. The database comes first, so that the command works while
 * Temporal is unreachable or the service ends at each attempt to execute the run.
 */
export function createTerminateRuns(deps: {
  orm: MikroORM;
  sql: Sql;
  temporal: Pick<TemporalClient, 'terminateRun'>;
  audit: AuditService;
}) {
  const { orm, sql, temporal, audit } = deps;

  const terminate = async (rows: readonly Open[]): Promise<void> => {
    for (const { id, engineWorkflowId, isOld } of rows) {
      const isFound = await temporal.terminateRun(engineWorkflowId, REASON);
      // A process may have begun to start the run before it was cancelled: then it appears in Temporal only now.
      if (isFound || isOld) await sql(DONE, [id]);
    }
  };

  return {
    /** Ends a run as CANCELLED and terminates it in Temporal. A run that has ended keeps its status. Throws NOT_FOUND. */
    async cancel(operator: Operator, runId: string): Promise<TerminatedRun> {
      const run = await inTransaction(orm, async (em) => {
        const [row] = isPublicId('run', runId) ? await sqlWithin(em)<Ended>(CANCEL, [runId, REASON]) : [];
        if (row === undefined) throw notFound('The run');
        if (!row.hadEnded) {
          audit.record(em, operator, {
            action: 'RUN_CANCELLED',
            target: { publicId: row.workflowId, name: row.workflowName.slice(0, 254) },
            changes: { [runId]: { from: row.status, to: 'CANCELLED' } },
          });
        }
        await em.flush();
        return row;
      });
      const isTerminated = await terminate([run]).then(
        () => true,
        () => false,
      );
      return { before: run.status, isTerminated };
    },

    /**
     * Terminates in Temporal the cancelled runs that it may still execute. A worker calls it before it takes up runs.
     * Throws if Temporal is unreachable.
     */
    async finish(): Promise<void> {
      for (let after = '0'; ; ) {
        const rows = await sql<Open>(FIND_OPEN, [after, BATCH]);
        await terminate(rows);
        if (rows.length < BATCH) return;
        after = rows.at(-1)?.id ?? after;
      }
    },
  };
}

interface Open {
  id: string;
  engineWorkflowId: string;
  /** It was cancelled so long ago that no process can still be starting it. */
  isOld: boolean;
}

interface Ended extends Open {
  status: Run['status'];
  hadEnded: boolean;
  workflowId: string;
  workflowName: string;
}

/** $1 public id, $2 reason. A document or e-mail that is being made is not recorded after the end of its run. */
const CANCEL = {
  name: 'run_cancel_by_operator',
  text: `
    with target as (
      select id, workflow_id, engine_workflow_id, status, ended_at is not null as had_ended
      from run where public_id = $1 for no key update
    ), ended as (
      update run set status = 'CANCELLED', error = $2, ended_at = now(), leased_until = null,
                     dispatch = case run.dispatch when 'PENDING' then null else run.dispatch end
      from target where run.id = target.id and run.ended_at is null
      returning run.id
    ), nodes as (
      update run_node n set status = 'FAILED', error = $2, ended_at = now()
      from ended where n.run_id = ended.id and n.item_index = -1 and n.status = 'RUNNING'
    ), waits as (
      delete from limit_wait w using ended where w.run_id = ended.id
    ), termination as (
      insert into run_termination (run_id) select id from target
      on conflict (run_id) do update set done_at = null, created_at = now()
    )
    select t.id::text as id, t.engine_workflow_id as "engineWorkflowId", false as "isOld", t.status,
           t.had_ended as "hadEnded", w.public_id as "workflowId", w.name as "workflowName"
    from target t join workflow w on w.id = t.workflow_id`,
};

const FIND_OPEN = {
  name: 'run_termination_open',
  text: `
    select r.id::text as id, r.engine_workflow_id as "engineWorkflowId",
           t.created_at < now() - interval '1 minute' as "isOld"
    from run_termination t join run r on r.id = t.run_id
    where t.done_at is null and t.run_id > $1::bigint order by t.run_id limit $2::int`,
};

const DONE = {
  name: 'run_termination_done',
  text: 'update run_termination set done_at = now() where run_id = $1::bigint',
};
