import type { EntityManager, MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';

/** A statement with a name: each connection parses and plans it once. */
export interface Statement {
  name: string;
  text: string;
}

/**
 * A condition on a list of values, `anyOf('$1', 'text')`. PostgreSQL keeps the general plan of a statement when its guess
 * at the costs is no worse than that of a plan for the very values; inside a subselect it sees none, and both guesses are
 * one. Otherwise a join of a short list is planned anew each time, which takes longer than running it.
 */
export function anyOf(parameter: `$${number}`, type: string): string {
  return `any((select ${parameter}::${type}[])::${type}[])`;
}

/** A list of values as a source of rows, `unnest(${listOf('$1', 'text')})`: planned once, for the same reason. */
export function listOf(parameter: `$${number}`, type: string): string {
  return `(select ${parameter}::${type}[])`;
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

/**
 * The same within the transaction of `em`, on its connection. A statement on another one would wait for a second
 * connection while the first is held: as many at once as the pool has connections would wait for each other. Times in its
 * rows are text.
 */
export function sqlWithin(em: EntityManager): Sql {
  return async <Row extends object>({ text }: Statement, values: readonly unknown[]) => {
    const given: unknown[] = [];
    const query = text.replaceAll(/\$(\d+)/g, (_, place) => {
      const value = values[Number(place) - 1];
      given.push(Array.isArray(value) ? arrayText(value) : value);
      return '?';
    });
    return em.execute<Row[]>(query, given);
  };
}

/** A list of texts as PostgreSQL reads an array. */
function arrayText(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
