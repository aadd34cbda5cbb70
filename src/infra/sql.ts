import type { MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';

/** A statement with a name: each connection parses and plans it once. */
export interface Statement {
  name: string;
  text: string;
}

/** Runs one named statement, which is one round trip and one transaction. */
export type Sql = <Row extends object>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/** SQL past the entity layer, for the few statements every event and every document goes through. */
export function createSql(orm: MikroORM): Sql {
  return async <Row extends object>({ name, text }: Statement, values: readonly unknown[]) => {
    const connection = orm.em.getConnection() as PostgreSqlConnection;
    const pool = await connection.getNativeClient();
    const { rows } = await pool.query<Row>({ name, text, values: [...values] });
    return rows;
  };
}
