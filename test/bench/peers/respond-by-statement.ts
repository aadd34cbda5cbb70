import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import Type from 'typebox';
import { REACHABLE, type TemplateRow, toItem } from '../../../src/modules/templates/template-list.ts';
import { templateItem } from '../../../src/modules/templates/templates.schemas.ts';
import { monthOf } from '../../../src/modules/usage/months.ts';
import { PROFILE, type ProfileRow, toProfile } from '../../../src/modules/users/profile.ts';
import { profileSchema } from '../../../src/modules/users/users.schemas.ts';

/** The responses of the service to its first account, with its statements and schemas: one statement per request. */
export async function respondByStatement(app: FastifyInstance, pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; public_id: string }>(
    'select id, public_id from user_account order by id limit 1',
  );
  const [account] = rows;
  if (account === undefined) throw new Error('There is no account.');

  app.get('/api/me', { schema: { response: { 200: profileSchema } } }, async () => {
    const now = new Date();
    const values = [account.public_id, monthOf(now)];
    const { rows } = await pool.query<ProfileRow>({ ...PROFILE, values });
    return rows.map((row) => toProfile(row, now))[0];
  });
  app.get('/api/templates', { schema: { response: { 200: Type.Array(templateItem) } } }, async () => {
    const { rows } = await pool.query<TemplateRow>({ ...REACHABLE, values: [account.id] });
    return rows.map(toItem);
  });
}
