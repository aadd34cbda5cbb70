import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { assertNotUnmounted } from '../../../src/process/storage.ts';
import { openOrm } from '../../support/orm.ts';
import { testDatabaseUrl, testFolder } from '../../support/stack/stack.ts';

const orm = await openOrm({ url: await testDatabaseUrl('forgotten-folder'), poolMax: 2 });
beforeEach(() => orm.em.execute('delete from template_version'));

const check = (root: string) => assertNotUnmounted(pathToFileURL(root).href, orm);

/** The path of a folder that does not exist yet. */
const newRoot = async () => path.join(await testFolder('forgotten-folder'), 'files');

const nameFile = () =>
  orm.em.execute(
    `insert into template_version (template_public_id, number, file_key, file_sha256, file_size, inventory, page_count,
       field_count, target_count) values ('tpl_1', 1, 'templates/1', 'x', 1, '[]', 1, 0, 0)`,
  );

test('a new installation may begin with an empty folder, or with none', async () => {
  const root = await newRoot();
  await check(root);
  await mkdir(root);
  await check(root);
});

test('a folder with files is accepted', async () => {
  const root = await newRoot();
  await nameFile();
  await mkdir(path.join(root, 'templates'), { recursive: true });
  await check(root);
});

test('an empty folder is an error when the database refers to files', async () => {
  const root = await newRoot();
  await nameFile();
  await expect(check(root)).rejects.toThrow(/empty, but the database refers to files.*Mount it/s);
  await mkdir(path.join(root, '.incoming'), { recursive: true });
  await writeFile(path.join(root, '.storage'), '');
  await expect(check(root)).rejects.toThrow(/Mount it/);
});

test('files on a server are not looked for in a folder', async () => {
  await nameFile();
  await assertNotUnmounted('s3://bucket/prefix', orm);
});
