import { environmentOf, roleStatements } from '../../tools/topology/compose-environments.ts';
import { parseCompose } from '../../tools/topology/read-compose.ts';

const addresses = { 'postgres:5432': '127.0.0.1:6001', 's3:8333': '127.0.0.1:6002' };

test('names of the compose network become addresses of this machine, alone, in pairs and within URLs', () => {
  const compose = parseCompose(
    `services:
  api:
    environment:
      URL: postgresql://stamping:\${PASSWORD:?of it}@postgres:5432/stamping
      S3: http://s3:8333
      SEEDS: postgres
      PORT: "5432"
      NAME: postgres12_pgx
      BLANK: \${NOTHING:-}
`,
    { PASSWORD: 'secret' },
  );
  expect(environmentOf(compose, { service: 'api', addresses })).toEqual({
    URL: 'postgresql://stamping:secret@127.0.0.1:6001/stamping',
    S3: 'http://127.0.0.1:6002',
    SEEDS: '127.0.0.1',
    PORT: '6001',
    NAME: 'postgres12_pgx',
    BLANK: '',
  });
  expect(() => environmentOf(compose, { service: 'worker', addresses })).toThrow('worker');
});

test('the script of the database is its statements, with passwords as literals', async () => {
  const statements = await roleStatements({ STAMPING_DB_PASSWORD: "o'ne", TEMPORAL_DB_PASSWORD: 'two' });
  expect(statements).toEqual([
    "create role stamping login password 'o''ne'",
    'create database stamping owner stamping',
    "create role temporal login createdb password 'two'",
  ]);
});
