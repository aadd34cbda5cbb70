import type pg from 'pg';

export const MILLION = 1_000_000;
/** One event in so many belongs to the measured workflow. */
export const OWN_EVERY = 1000;
/** This share of all belongs to one large workflow, the rest to many of other accounts. */
export const LARGE_SHARE = 0.5;

const LARGE_BELOW = OWN_EVERY * LARGE_SHARE;

/**
 * Events that each had a run with a node and a document, as a service that has worked for days leaves them: every `step`
 * of a million. With `OWN_EVERY` as the step there are those of the measured workflow only. Returns the public id of
 * the large workflow, or of the measured one if there is none.
 */
export async function insertRows(
  database: pg.Pool,
  { workflowId, step }: { workflowId: string; step: number },
): Promise<string> {
  const client = await database.connect();
  try {
    // Millions of checks whether rows exist that were just made would take longer than all the rest.
    await client.query('set session_replication_role = replica');
    const isLarge = step < OWN_EVERY;
    if (isLarge) for (const sql of others) await client.query(sql, [workflowId]);
    await client.query(owners, [workflowId]);
    for (const sql of rows) await client.query(sql, [step]);
    for (const table of tables) {
      await client.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), greatest((select max(id) from ${table}), ${MILLION}))`,
      );
      // As autovacuum leaves tables soon after such a load.
      await client.query(`vacuum analyze ${table}`);
    }
    return isLarge ? large : workflowId;
  } finally {
    client.release(true);
  }
}

const tables = ['user_account', 'workflow', 'graph_version', 'webhook_event', 'run', 'run_node', 'document'];
const padded = (prefix: string, number: string) => `'${prefix}_' || lpad((${number})::text, 26, '0')`;
const large = `wrk_${'1'.padStart(26, '0')}`;

/** The large workflow of the same owner, and one of an account of its own for each further place. */
const others = [
  `insert into user_account (public_id, email, password_hash, is_verified)
   select ${padded('usr', 'n')}, 'user' || n || '@example.com', 'x', true
   from generate_series(${LARGE_BELOW + 1}, ${OWN_EVERY - 1}) n where $1::text is not null`,
  `insert into workflow (public_id, owner_id, name, status, trigger_type, graph_version)
   select ${padded('wrk', 'n')}, coalesce(u.id, w.owner_id), 'Workflow ' || n, 'DRAFT', w.trigger_type, 1
   from workflow w, generate_series(1, ${OWN_EVERY - 1}) n left join user_account u on u.public_id = ${padded('usr', 'n')}
   where w.public_id = $1 and (n = 1 or n > ${LARGE_BELOW})`,
  `insert into graph_version (workflow_id, number, steps_json, created_by_id)
   select w.id, 1, g.steps_json, w.owner_id
   from workflow w, graph_version g join workflow own on own.id = g.workflow_id and own.graph_version = g.number
   where own.public_id = $1 and w.id <> own.id`,
];

/** Whose each place is: 0 the measured workflow's, then the large one's, then the others'. */
const owners = `
  create temporary table place as
  select n as number, w.id as workflow_id, w.owner_id, g.id as graph_version_id
  from generate_series(0, ${OWN_EVERY - 1}) n
  join workflow w on w.public_id = case when n = 0 then $1::text when n <= ${LARGE_BELOW} then '${large}'
    else ${padded('wrk', 'n')} end
  join graph_version g on g.workflow_id = w.id and g.number = w.graph_version`;

const from = `from generate_series($1::int, ${MILLION}, $1::int) n join place on place.number = n % ${OWN_EVERY}`;
const at = `now() - make_interval(secs => ${MILLION} - n)`;
const everyFiftiethFailed = (good: string) =>
  `case when (n / ${OWN_EVERY}) % 50 = 0 then 'FAILED' else '${good}' end`;

const rows = [
  `insert into webhook_event (id, public_id, workflow_id, graph_version_id, payload, received_at)
   select n, ${padded('evt', 'n')}, workflow_id, graph_version_id,
          '{"order":' || n || ',"note":"' || repeat('x', 400) || '"}', ${at}
   ${from} order by n`,
  `insert into run (id, public_id, event_id, workflow_id, graph_version_id, status, engine_workflow_id, started_at,
                    ended_at, dispatch)
   select n, ${padded('run', 'n')}, n, workflow_id, graph_version_id, ${everyFiftiethFailed('COMPLETED')},
          ${padded('evt', 'n')}, ${at}, ${at}, 'STARTED'
   ${from} order by n`,
  `insert into run_node (run_id, position, node_id, type, status, attempts, started_at, ended_at)
   select n, 0, 'template', 'templateNode', ${everyFiftiethFailed('COMPLETED')}, 1, ${at}, ${at}
   ${from} order by n`,
  `insert into document (public_id, run_id, owner_id, node_id, template_public_id, template_version, name, storage_key,
                         size, sha256, created_at)
   select ${padded('doc', 'n')}, n, owner_id, 'template', ${padded('tpl', '1')}, 1, 'order-' || n || '.pdf',
          'documents/' || ${padded('doc', 'n')} || '.pdf', 12000, repeat('0', 64), ${at}
   ${from} order by n`,
];
