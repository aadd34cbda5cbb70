import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type ApiClient, getData, logIn, toForm } from '../../../src/client/client.ts';
import { createPublicId } from '../../../src/infra/public-id.ts';
import { maintenanceNames } from '../../../src/infra/temporal/maintenance-schedule.ts';
import { PDFDocument } from '../../../src/stamping/pdf/pdf-lib.ts';
import { runMain } from '../../support/program.ts';
import { afterFile } from '../../support/runner/after-file.ts';
import { openOperator } from '../../support/runs/operator.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder, testTaskQueue } from '../../support/stack/stack.ts';
import { readArchive } from '../../support/stamping/harness.ts';
import { until } from '../../support/until.ts';
import { createFixture, eventOf } from '../../tools/chaos/fixture.ts';

/** Two APIs and two workers, started at the same moment on an empty database, as an installation may start them. */
const WEBHOOKS = 30;
const taskQueue = testTaskQueue('several');
const who = { email: 'admin@example.com', password: 'correct horse' };

const DATABASE_URL = await emptyDatabaseUrl('several');
const files = await testFolder('several-files');
const start = async (ROLE: string) => {
  const folder = await testFolder(`several-${ROLE}`);
  return runMain({
    ROLE,
    DATABASE_URL,
    DATA_DIR: path.join(folder, 'data'),
    STORAGE_URL: pathToFileURL(files).href,
    TEMPORAL_ADDRESS: await temporalAddress(),
    TEMPORAL_TASK_QUEUE: taskQueue,
    WEBHOOK_RATE_LIMIT_PER_MINUTE: `${WEBHOOKS}`,
    STAMP_THREADS: '1',
    SANDBOX_PROCESSES: '1',
  });
};
const programs = await Promise.all(['api', 'api', 'worker', 'worker'].map(start));
const [first, second, ...workers] = programs;
if (first === undefined || second === undefined) throw new Error('Not started.');
const urls = [first.url, second.url] as const;
/** Of either API. */
const clients = [
  await logIn({ baseUrl: first.url }, who),
  await logIn({ baseUrl: second.url }, who),
] as const;
/** The two workers as Temporal knows them. */
const identities = workers.map(({ pid }) => `${pid}@`);
const database = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });
const operator = await openOperator();

afterFile(() => database.end());

const countOf = async (text: string) =>
  Number((await database.query<{ count: string }>(`select count(*) ${text}`)).rows[0]?.count);

test('one of them migrates, the others find all of it done', async () => {
  const migrated = programs.map(({ lines }) => lines.filter((line) => line.includes('migrations applied')));
  expect(migrated.map(({ length }) => length).toSorted()).toEqual([0, 0, 0, 1]);
  expect(await countOf('from user_account')).toBe(1);
});

test('two workers keep one schedule', async () => {
  const ids: string[] = [];
  const isOurs = (id: string) => id.includes(taskQueue);
  await until(async () => {
    ids.length = 0;
    for await (const { scheduleId } of operator.client.schedule.list()) ids.push(scheduleId);
    return ids.some(isOurs);
  });
  expect(ids.filter(isOurs)).toEqual([maintenanceNames.schedule(taskQueue)]);
});

test('a webhook is limited over both APIs together', async () => {
  const { publicId } = await getData(
    clients[0].POST('/api/workflows', {
      body: {
        name: 'Limited',
        triggerType: 'webhook' as const,
        stepsJson: {
          nodes: [{ id: 'start', type: 'webhookTrigger', position: { x: 0, y: 0 }, data: {} }],
          edges: [],
        },
      },
    }),
  );
  const statuses: Record<number, number> = {};
  for (let index = 0; index < WEBHOOKS + 10; index++) {
    const response = await fetch(`${urls[index % 2]}/api/workflows/${publicId}/webhook`, {
      method: 'POST',
      body: '{}',
    });
    await response.arrayBuffer();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
  }
  expect(statuses).toEqual({ 202: WEBHOOKS, 429: 10 });
});

describe('a template', () => {
  let templateId: string;
  let workflowId: string;

  beforeAll(async () => {
    ({ workflowId } = await createFixture(clients[0]));
    const [template] = await getData(clients[0].GET('/api/templates'));
    templateId = template?.publicId ?? '';
  });

  /** Runs until both workers had a part in some; returns the numbers of pages of all their documents. */
  const pagesOfRuns = async (): Promise<number[]> => {
    const hands = new Set<string>();
    const pages: number[] = [];
    while (hands.size < identities.length) {
      const events = await insertEvents(workflowId, 10);
      const text = `from run where status = 'COMPLETED' and engine_workflow_id = any('{${events}}')`;
      await until(async () => (await countOf(text)) === events.length);
      for (const event of events) {
        const { events: history = [] } = await operator.client.workflow.getHandle(event).fetchHistory();
        const text = JSON.stringify(history);
        for (const identity of identities) if (text.includes(identity)) hands.add(identity);
      }
      pages.push(...(await pagesOf(events)));
    }
    return pages;
  };

  const pagesOf = async (events: readonly string[]): Promise<number[]> => {
    const { rows } = await database.query<{ id: string }>(
      `select d.public_id as id from document d join run r on r.id = d.run_id
       where r.engine_workflow_id = any($1)`,
      [events],
    );
    expect(rows).toHaveLength(events.length);
    return Promise.all(
      rows.map(async ({ id: documentId }, index) => {
        const params = { path: { documentId } };
        const api = index % 2 === 0 ? clients[0] : clients[1];
        return countPages(
          await getData(api.GET('/api/documents/{documentId}/pdf', { params, parseAs: 'arrayBuffer' })),
        );
      }),
    );
  };

  const stampedPages = async (api: ApiClient): Promise<number[]> => {
    const file = new File(['Name,Seq\nAda,1\nBob,2\n'], 'rows.csv');
    const body = { templateId, file };
    const archive = await getData(
      api.POST('/api/stamper/stamp', { body, bodySerializer: toForm, parseAs: 'arrayBuffer' }),
    );
    const entries = await readArchive(Buffer.from(archive as ArrayBuffer));
    return Promise.all(
      entries.filter(({ name }) => name.endsWith('.pdf')).map(({ bytes }) => countPages(bytes)),
    );
  };

  test('replaced at one API is the new one at the other and in either worker', async () => {
    expect(await stampedPages(clients[1])).toEqual([1, 1]);
    expect(new Set(await pagesOfRuns())).toEqual(new Set([1]));

    const params = { path: { publicId: templateId } };
    const old = await getData(
      clients[0].GET('/api/templates/{publicId}/pdf', { params, parseAs: 'arrayBuffer' }),
    );
    const pdf = await PDFDocument.load(old);
    pdf.addPage([400, 200]);
    const file = new File([new Uint8Array(await pdf.save())], 'form.pdf', { type: 'application/pdf' });
    const body = { name: 'Chaos', file };
    await getData(clients[0].PUT('/api/templates/{publicId}', { params, body, bodySerializer: toForm }));

    expect(await stampedPages(clients[1])).toEqual([2, 2]);
    expect(new Set(await pagesOfRuns())).toEqual(new Set([2]));
  });

  test('events in the outbox are started once, whichever process finds them', async () => {
    const events = await insertEvents(workflowId, 40);
    const ours = `engine_workflow_id = any('{${events}}')`;
    await until(async () => (await countOf(`from run where ended_at is not null and ${ours}`)) >= 40);
    expect(await countOf(`from run where status = 'COMPLETED' and ${ours}`)).toBe(40);
    expect(await countOf(`from document d join run r on r.id = d.run_id where ${ours}`)).toBe(40);
  });
});

async function countPages(pdf: ArrayBuffer | Uint8Array): Promise<number> {
  return (await PDFDocument.load(pdf)).getPageCount();
}

/** Events of an API process that dies before it starts their runs. Returns their ids in Temporal. */
async function insertEvents(workflowId: string, count: number): Promise<string[]> {
  const events = Array.from({ length: count }, () => createPublicId('evt'));
  await database.query(
    `with stored as (
       insert into webhook_event (public_id, workflow_id, graph_version_id, payload)
       select event, w.id, g.id, payload
       from unnest($2::text[], $3::text[]) as given (event, payload), workflow w
       join graph_version g on g.workflow_id = w.id and g.number = w.graph_version
       where w.public_id = $1
       returning id, public_id, workflow_id, graph_version_id
     )
     insert into run (public_id, event_id, workflow_id, graph_version_id, engine_workflow_id, dispatch)
     select replace(public_id, 'evt_', 'run_'), id, workflow_id, graph_version_id, public_id, 'PENDING' from stored`,
    [workflowId, events, events.map((_, index) => JSON.stringify(eventOf(index)))],
  );
  return events;
}
