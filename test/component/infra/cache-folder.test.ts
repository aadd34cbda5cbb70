import { chmod, chown, mkdir, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDataFolder } from '../../../src/dev/data-folder.ts';
import { findCacheFolder, openCachePart, usualCacheFolder } from '../../../src/infra/cache-folder.ts';
import { loadWorkflowBundle } from '../../../workers/bundle.ts';
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

describe('a folder that another user could change is rejected', () => {
  const asRoot = process.getuid?.() === 0 ? test : test.skip;

  test.each([
    ['every user', 0o777, /can be changed by every user.*chmod o-w/],
    ['every user, in the manner of a folder of temporary files', 0o1777, /can be changed by every user/],
    ['its group', 0o770, /can be changed by the group \d+.*chmod g-w/],
  ])('by %s', async (_who, mode, message) => {
    const folder = path.join(await testFolder('cache'), 'open');
    await mkdir(folder);
    await chmod(folder, mode);
    await expect(findCacheFolder(folder)).rejects.toThrow(message);
    await expect(openDataFolder({ folder, use: 'whole' })).rejects.toThrow(message);
    await chmod(folder, 0o755);
    expect(await findCacheFolder(folder)).toBe(folder);
  });

  asRoot('because it belongs to another user, also where it is the folder of temporary files', async () => {
    const temporary = await testFolder('cache');
    const folder = path.join(temporary, `stamping-service-cache-${process.getuid?.()}`);
    await mkdir(folder, { mode: 0o700 });
    await chown(folder, 12345, 12345);
    const message =
      /belongs to user 12345, and this program runs as user 0.*CACHE_DIR|\(CACHE_DIR\) belongs to user 12345/;
    await expect(findCacheFolder(folder)).rejects.toThrow(message);
    const file = path.join(temporary, 'file');
    await writeFile(file, '');
    await expect(findCacheFolder(path.join(file, 'cache'), temporary)).rejects.toThrow(message);
    await expect(openDataFolder({ folder, use: 'whole' })).rejects.toThrow(
      '(DATA_DIR) belongs to user 12345',
    );
  });

  test('and a link is followed once, so that it cannot be changed after the check', async () => {
    const folder = path.join(await testFolder('cache'), 'real');
    await mkdir(folder, { mode: 0o700 });
    const link = `${folder}-link`;
    await symlink(folder, link);
    expect(await findCacheFolder(link)).toBe(await realpath(folder));
  });

  test('and so is a part of it that was opened to others', async () => {
    const folder = await testFolder('cache');
    await chmod(await openCachePart(folder, 'compiled'), 0o777);
    await expect(openCachePart(folder, 'compiled')).rejects.toThrow('can be changed by every user');
    await chmod(await openCachePart(folder, 'workflow-bundles'), 0o777);
    await expect(loadWorkflowBundle(folder)).rejects.toThrow('can be changed by every user');
  });
});
