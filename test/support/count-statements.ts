import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { TestApp } from './app.ts';

interface QueryClient {
  query(...args: unknown[]): unknown;
}

/** Begins to record the statements sent to the database. `take` returns those since the last call. */
export async function recordStatements({ services }: TestApp): Promise<{ take(): string[] }> {
  let statements: string[] = [];
  const known = new WeakSet<QueryClient>();
  const connection = services.orm.em.getConnection() as PostgreSqlConnection;
  const pool = await connection.getNativeClient();
  // Every statement, the ORM's and those past it, goes through a client of this pool.
  pool.on('acquire', (client: QueryClient) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client);
    client.query = (...args) => {
      const [config] = args;
      const text = typeof config === 'string' ? config : (config as { text?: string } | undefined)?.text;
      statements.push(text ?? 'a statement without a text');
      return query(...args);
    };
  });
  return {
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}
