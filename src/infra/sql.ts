import type { EntityManager, MikroORM, PostgreSqlConnection } from '@mikro-orm/postgresql';

/** A named statement: each connection parses and plans it once. */
export interface Statement {
  name: string;
  text: string;
}

/**
 * A condition on a list of values, `anyOf('$1', 'text')`. PostgreSQL reuses the generic plan of a statement if its estimated
 * cost is not higher than that of a plan for the actual values. In a subselect the values are not visible, so both estimates
 * are equal. Otherwise each execution is planned again, which takes longer than running it.
 */
export function anyOf(parameter: `$${number}`, type: string): string {
  return `any((select ${parameter}::${type}[])::${type}[])`;
}

/** A list of values as a source of rows, `unnest(${listOf('$1', 'text')})`; planned once for the same reason. */
export function listOf(parameter: `$${number}`, type: string): string {
  return `(select ${parameter}::${type}[])`;
}

/** Runs one named statement, which is one round trip and one transaction. */
export type Sql = <Row extends object>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/** SQL without the entity layer, for the statements of frequent requests. */
export function createSql(orm: MikroORM): Sql {
  return async <Row extends object>({ name, text }: Statement, values: readonly unknown[]) => {
    const connection = orm.em.getConnection() as PostgreSqlConnection;
    const pool = await connection.getNativeClient();
    const { rows } = await pool.query<Row>({ name, text, values: [...values] });
    return rows;
  };
}

/**
 * The same within the transaction of `em`, on its connection. A statement on a second connection could deadlock: if every
 * connection of the pool is held by a transaction that waits for another one, none of them proceeds. Times in rows are text.
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

/** A list of texts as an array literal of PostgreSQL. */
function arrayText(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
