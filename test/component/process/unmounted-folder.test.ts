import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createOrm } from '../../../src/database/orm.ts';
import { assertNotUnmounted } from '../../../src/process/storage.ts';
import { testDatabaseUrl, testFolder } from '../../support/stack/stack.ts';

let orm: MikroORM;
let root: string;
const check = () => assertNotUnmounted(pathToFileURL(root).href, orm);

beforeAll(async () => {
  orm = await createOrm({ url: await testDatabaseUrl('forgotten-folder'), poolMax: 2 });
});
afterAll(() => orm.close());

beforeEach(async () => {
  root = path.join(await testFolder('forgotten-folder'), 'files');
  await orm.em.execute('delete from template_version');
});

const nameFile = () =>
  orm.em.execute(
    `insert into template_version (template_public_id, number, file_key, file_sha256, file_size, inventory, page_count,
       field_count, target_count) values ('tpl_1', 1, 'templates/1', 'x', 1, '[]', 1, 0, 0)`,
  );

test('a new installation may begin with an empty folder, or with none', async () => {
  await check();
  await mkdir(root);
  await check();
});

test('a folder with files is accepted', async () => {
  await nameFile();
  await mkdir(path.join(root, 'templates'), { recursive: true });
  await check();
});

test('an empty folder is an error when the database refers to files', async () => {
  await nameFile();
  await expect(check()).rejects.toThrow(/empty, but the database refers to files.*Mount it/s);
  await mkdir(path.join(root, '.incoming'), { recursive: true });
  await writeFile(path.join(root, '.storage'), '');
  await expect(check()).rejects.toThrow(/Mount it/);
});

test('files on a server are not looked for in a folder', async () => {
  await nameFile();
  await assertNotUnmounted('s3://bucket/prefix', orm);
});
