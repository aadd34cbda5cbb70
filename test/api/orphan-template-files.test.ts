import { ulid } from 'ulid';
import { createSql } from '../../src/infra/sql.ts';
import { createOrphanTemplateFiles } from '../../src/modules/maintenance/orphan-template-files.ts';
import { startTestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createTemplate } from '../support/templates.ts';

const api = await startTestApp({ name: 'orphan-template-files' });

const HOUR = 60 * 60 * 1000;
const deleteOrphans = (hoursFromNow: number) => {
  const { storage, orm, logger } = api.services;
  const clock = { now: () => new Date(Date.now() + hoursFromNow * HOUR) };
  return createOrphanTemplateFiles({ storage, sql: createSql(orm), clock, logger }).deleteAll();
};

test('files of an unfinished upload are deleted after an hour, those of templates never', async () => {
  const { storage } = api.services;
  const me = await signIn(api);
  const { publicId } = await createTemplate(api, me);
  const kept = await Array.fromAsync(storage.list(''));
  expect(kept.length).toBeGreaterThan(1);
  const orphan = `templates/${ulid().toLowerCase()}`;
  for (const key of [
    `${orphan}.pdf`,
    `${orphan}.png`,
    'templates/of-an-operator.pdf',
    'documents/doc_1.pdf',
  ]) {
    await storage.put(key, Buffer.from('x'));
  }
  expect(await deleteOrphans(0)).toBe(0);
  expect(await storage.find(`${orphan}.pdf`)).not.toBeNull();
  expect(await deleteOrphans(2)).toBe(2);
  const left = await Array.fromAsync(storage.list(''));
  expect(left.sort()).toEqual([...kept, 'documents/doc_1.pdf', 'templates/of-an-operator.pdf'].sort());
  const pdf = await api.app.inject({ url: `/api/templates/${publicId}/pdf`, headers: me.headers });
  expect(pdf.statusCode).toBe(200);
});
