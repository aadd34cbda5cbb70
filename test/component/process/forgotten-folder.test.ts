import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createOrm } from '../../../src/database/orm.ts';
import { refuseForgottenFolder } from '../../../src/process/storage.ts';
import { testDatabaseUrl, testFolder } from '../../support/stack/stack.ts';

let orm: MikroORM;
let root: string;
const refuse = () => refuseForgottenFolder(pathToFileURL(root).href, orm);

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
  await refuse();
  await mkdir(root);
  await refuse();
});

test('a folder with files is taken', async () => {
  await nameFile();
  await mkdir(path.join(root, 'templates'), { recursive: true });
  await refuse();
});

test('an empty folder is refused when the database names files', async () => {
  await nameFile();
  await expect(refuse()).rejects.toThrow(/empty, but the database names files.*Mount it/s);
  await mkdir(path.join(root, '.incoming'), { recursive: true });
  await writeFile(path.join(root, '.storage'), '');
  await expect(refuse()).rejects.toThrow(/Mount it/);
});

test('files on a server are not looked for in a folder', async () => {
  await nameFile();
  await refuseForgottenFolder('s3://bucket/prefix', orm);
});
