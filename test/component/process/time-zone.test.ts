import pg from 'pg';
import { getData, logIn } from '../../../src/client/client.ts';
import { runMain } from '../../support/program.ts';
import { emptyDatabaseUrl, temporalAddress, testFolder, testTaskQueue } from '../../support/stack/stack.ts';

test('every time is UTC, whatever the zones of the process and of the database (R44)', async () => {
  const databaseUrl = await emptyDatabaseUrl('time-zone');
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const name = new URL(databaseUrl).pathname.slice(1);
  await database.query(`alter database "${name}" set timezone to 'America/New_York'`);
  await database.end();
  const program = await runMain({
    DATA_DIR: await testFolder('time-zone'),
    DATABASE_URL: databaseUrl,
    TZ: 'Asia/Hong_Kong',
    TEMPORAL_ADDRESS: await temporalAddress(),
    TEMPORAL_TASK_QUEUE: testTaskQueue('time-zone'),
  });
  const api = await logIn(
    { baseUrl: program.url },
    { email: 'admin@example.com', password: 'correct horse' },
  );
  const stepsJson = {
    nodes: [{ id: 'start', type: 'webhookTrigger', position: { x: 0, y: 0 }, data: {} }],
    edges: [],
  };
  const body = { name: 'Zones', triggerType: 'webhook' as const, stepsJson };
  const { publicId, createdAt } = await getData(api.POST('/api/workflows', { body }));
  const changed = { params: { path: { publicId } }, body: { status: 'ACTIVE' as const } };
  const { updatedAt } = await getData(api.PUT('/api/workflows/{publicId}', changed));
  const params = { path: { workflowId: publicId } };
  const event = { params, body: { a: 1 }, parseAs: 'text' } as const;
  await getData(api.POST('/api/workflows/{workflowId}/webhook', event));
  const { receivedAt } = await getData(
    api.GET('/api/workflows/{workflowId}/webhook/latest-event', { params }),
  );
  for (const time of [createdAt, updatedAt, receivedAt]) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    // A wrong zone is hours away.
    expect(Math.abs(Date.parse(`${time}Z`) - Date.now())).toBeLessThan(10 * 60_000);
  }
  program.kill('SIGTERM');
  await program.ended;
});
