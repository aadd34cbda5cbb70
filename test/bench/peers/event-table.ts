import pg from 'pg';

/** A new table for one peer of the webhook POST, in the database of DATABASE_URL. */
export async function openEventTable(table: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
  await pool.query(
    `create table ${table} (id bigserial primary key, payload text not null, received_at timestamptz not null default now())`,
  );
  return pool;
}
