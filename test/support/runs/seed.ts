import { createOrderedPublicId, createPublicId, withKind } from '../../../src/infra/public-id.ts';
import { formPdf } from '../stamping/form-pdf.ts';
import { until } from '../until.ts';
import type { RunHarness } from './harness.ts';

const statement = (name: string, text: string) => ({ name: `seed_${name}`, text });

/** A user and their records, written straight into the tables. */
export async function seedAccount(harness: RunHarness): Promise<{ id: string; accountId: string }> {
  const accountId = createPublicId('usr');
  const [row] = await harness.sql<{ id: string }>(
    statement(
      'user',
      'insert into user_account (public_id, email, password_hash) values ($1, $2, $3) returning id::text',
    ),
    [accountId, `${accountId}@example.com`, 'none'],
  );
  return { id: row?.id ?? '', accountId };
}

/** A template of text fields; returns its public id. */
export async function seedTemplate(
  harness: RunHarness,
  {
    ownerId,
    fields,
    json = null,
    namingPattern = null,
  }: {
    ownerId: string;
    fields: readonly string[];
    json?: string | null;
    namingPattern?: string | null;
  },
): Promise<string> {
  const templateId = createPublicId('tpl');
  const pdf = await formPdf(fields);
  const fileKey = `templates/${templateId}/1.pdf`;
  await harness.storage.put(fileKey, pdf);
  await harness.sql(
    statement(
      'template',
      'insert into template (public_id, owner_id, name, columns, naming_pattern) values ($1, $2, $3, $4, $5)',
    ),
    [templateId, ownerId, 'Form', fields.join(','), namingPattern],
  );
  await harness.sql(
    statement(
      'version',
      `insert into template_version (template_public_id, number, file_key, file_sha256, file_size, json, inventory,
                                     page_count, field_count, target_count)
       values ($1, 1, $2, $3, $4, $5, '{}', 1, $6, $6)`,
    ),
    [templateId, fileKey, '0'.repeat(64), pdf.length, json, fields.length],
  );
  return templateId;
}

/** An ACTIVE workflow with this graph; returns its public id. */
export async function seedWorkflow(
  harness: RunHarness,
  { ownerId, graph }: { ownerId: string; graph: unknown },
): Promise<string> {
  const workflowId = createPublicId('wrk');
  await harness.sql(
    statement(
      'workflow',
      "insert into workflow (public_id, owner_id, name, status) values ($1, $2, 'Flow', 'ACTIVE')",
    ),
    [workflowId, ownerId],
  );
  await harness.sql(
    statement(
      'graph',
      `insert into graph_version (workflow_id, number, steps_json, created_by_id)
       select id, 1, $2, owner_id from workflow where public_id = $1`,
    ),
    [workflowId, typeof graph === 'string' ? graph : JSON.stringify(graph)],
  );
  return workflowId;
}

/** An accepted event with its run, as the webhook commits them; returns the event's id. */
export async function seedEvent(
  harness: RunHarness,
  { workflowId, payload }: { workflowId: string; payload: unknown },
): Promise<string> {
  const eventId = createOrderedPublicId('evt');
  await harness.sql(
    statement(
      'event',
      `with event as (
         insert into webhook_event (public_id, workflow_id, graph_version_id, payload)
         select $2, w.id, g.id, $3 from workflow w
         join graph_version g on g.workflow_id = w.id and g.number = w.graph_version
         where w.public_id = $1
         returning id, workflow_id, graph_version_id)
       insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, dispatch)
       select $4, id, workflow_id, graph_version_id, $2, 'PENDING' from event`,
    ),
    [
      workflowId,
      eventId,
      typeof payload === 'string' ? payload : JSON.stringify(payload),
      withKind('run', eventId),
    ],
  );
  return eventId;
}

interface SeenRun {
  status: string;
  error: string | null;
  workflowStatus: string;
  errorMessage: string | null;
  nodes: Record<
    string,
    { status: string; attempts: number; input: unknown; output: unknown; error: string | null }
  >;
  documents: { publicId: string; nodeId: string; name: string; storageKey: string }[];
  actions: number;
}

/** The run of an event as the database has it. */
export async function readRun(harness: RunHarness, eventId: string): Promise<SeenRun> {
  const [run] = await harness.sql<SeenRun>(
    statement(
      'run',
      `select r.status, r.error, w.status as "workflowStatus", w.error_message as "errorMessage",
              (select count(*)::int from usage_entry u join document d on d.public_id = u.source where d.run_id = r.id)
                as actions,
              (select coalesce(json_agg(json_build_object('publicId', d.public_id, 'nodeId', d.node_id, 'name', d.name,
                 'storageKey', d.storage_key)), '[]') from document d where d.run_id = r.id) as documents
       from run r join workflow w on w.id = r.workflow_id where r.engine_workflow_id = $1`,
    ),
    [eventId],
  );
  if (run === undefined) throw new Error(`no run of ${eventId}`);
  const nodes = await harness.sql<{ nodeId: string; input: string | null; output: string | null }>(
    statement(
      'nodes',
      `select node_id as "nodeId", n.status, attempts, input, output, n.error
       from run_node n join run r on r.id = n.run_id where r.engine_workflow_id = $1 and n.item_index = -1 order by position`,
    ),
    [eventId],
  );
  const parse = (text: string | null) => (text === null ? null : JSON.parse(text));
  return {
    ...run,
    nodes: Object.fromEntries(
      nodes.map(({ nodeId, input, output, ...rest }) => [
        nodeId,
        { ...rest, input: parse(input), output: parse(output) },
      ]),
    ) as SeenRun['nodes'],
  };
}

/** Waits for the run's end. */
export async function finishedRun(harness: RunHarness, eventId: string): Promise<SeenRun> {
  let seen = await readRun(harness, eventId);
  await until(async () => {
    seen = await readRun(harness, eventId);
    return seen.status !== 'RUNNING';
  });
  return seen;
}

/** A graph in few words: `nodes` by id, edges as `from>to`. */
export function graphOf(nodes: Record<string, { type: string; data?: unknown }>, edges: readonly string[]) {
  return {
    nodes: Object.entries(nodes).map(([id, { type, data = {} }]) => ({
      id,
      type,
      position: { x: 0, y: 0 },
      data,
    })),
    edges: edges.map((edge, index) => {
      const [source, target] = edge.split('>');
      return { id: `e${index}`, source, target };
    }),
  };
}
