import { ulid } from 'ulid';
import { createSql } from '../../src/infra/sql.ts';
import { removeStrayFiles } from '../../src/modules/maintenance/orphan-template-files.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { signIn } from '../support/login.ts';
import { createTemplate } from '../support/templates.ts';

let test_: TestApp;
beforeAll(async () => {
  test_ = await startTestApp({ name: 'stray-files' });
});
afterAll(() => test_?.close());

const HOUR = 60 * 60 * 1000;
const sweep = (hoursFromNow: number) => {
  const { storage, orm, logger } = test_.services;
  const clock = { now: () => new Date(Date.now() + hoursFromNow * HOUR) };
  return removeStrayFiles({ storage, sql: createSql(orm), clock, logger });
};

test('files of an upload whose process died are removed after an hour, those of templates never', async () => {
  const { storage } = test_.services;
  const me = await signIn(test_);
  const { publicId } = await createTemplate(test_, me);
  const kept = await Array.fromAsync(storage.list(''));
  expect(kept.length).toBeGreaterThan(1);
  const stray = `templates/${ulid().toLowerCase()}`;
  for (const key of [`${stray}.pdf`, `${stray}.png`, 'templates/of-an-operator.pdf', 'documents/doc_1.pdf']) {
    await storage.put(key, Buffer.from('x'));
  }
  expect(await sweep(0)).toBe(0);
  expect(await storage.find(`${stray}.pdf`)).not.toBeNull();
  expect(await sweep(2)).toBe(2);
  const left = await Array.fromAsync(storage.list(''));
  expect(left.sort()).toEqual([...kept, 'documents/doc_1.pdf', 'templates/of-an-operator.pdf'].sort());
  const pdf = await test_.app.inject({ url: `/api/templates/${publicId}/pdf`, headers: me.headers });
  expect(pdf.statusCode).toBe(200);
});
