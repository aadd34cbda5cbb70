import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findCacheFolder, usualCacheFolder } from '../../../src/infra/cache-folder.ts';
import { testFolder } from '../../support/stack/stack.ts';

test('the folder of the settings is made and used', async () => {
  const folder = path.join(await testFolder('cache'), 'not', 'there yet');
  expect(await findCacheFolder(folder)).toBe(folder);
  expect((await stat(folder)).isDirectory()).toBe(true);
});

test('where it cannot be made there is one of our own among the temporary files', async () => {
  const temporary = await testFolder('cache');
  const file = path.join(temporary, 'file');
  await writeFile(file, '');
  const folder = await findCacheFolder(path.join(file, 'cache'), temporary);
  expect(path.dirname(folder)).toBe(temporary);
  expect((await stat(folder)).mode & 0o077).toBe(0);
});

test('an account without a home, not even in the list of users, has one there from the start', () => {
  const findNone = () => {
    throw new Error('uv_os_homedir returned ENOENT');
  };
  expect(path.basename(usualCacheFolder(findNone))).toMatch(/^stamping-service-cache-\d+$/);
  expect(usualCacheFolder(() => '/home/anna')).toBe('/home/anna/.cache/stamping-service');
});
