import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import { describeObjectStorage } from '../../support/storage/object-storage-port.ts';

const folders: string[] = [];

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'storage-'));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describeObjectStorage('folder', async () => createFolderStorage(await temporaryFolder()));

test('check fails where the folder cannot be written', async () => {
  const blocked = path.join(await temporaryFolder(), 'a-file');
  await writeFile(blocked, 'not a folder');
  await expect(createFolderStorage(blocked).check()).rejects.toThrow();
});

test('an error other than a missing file is not taken for one', async () => {
  const root = await temporaryFolder();
  const storage = createFolderStorage(root);
  await storage.put('file', Buffer.from('x'));
  await expect(storage.find('file/below')).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test('other users of the machine can enter no folder of it', async () => {
  const root = path.join(await temporaryFolder(), 'files');
  await createFolderStorage(root).put('templates/one', Buffer.from('x'));
  for (const folder of [root, path.join(root, 'templates')]) {
    expect((await stat(folder)).mode & 0o077).toBe(0);
  }
});

test('the file of a killed write is removed once it is old, one that is being written stays', async () => {
  const root = await temporaryFolder();
  const storage = createFolderStorage(root);
  expect(await storage.removeUnfinished(new Date())).toBe(0);
  await storage.put('kept', Buffer.from('x'));
  for (const name of ['old', 'new']) await writeFile(path.join(root, '.incoming', name), 'half');
  const before = new Date(Date.now() - 60_000);
  await utimes(path.join(root, '.incoming', 'old'), before, new Date(before.getTime() - 1));
  expect(await storage.removeUnfinished(before)).toBe(1);
  expect(await readdir(path.join(root, '.incoming'))).toEqual(['new']);
  expect(await storage.find('kept')).not.toBeNull();
});

describe('a folder whose disk is not mounted any more', () => {
  /** Returns a function that restores the disk. */
  async function unmount(root: string): Promise<() => Promise<void>> {
    await rename(root, `${root}-disk`);
    await mkdir(root);
    return async () => {
      await rm(root, { recursive: true });
      await rename(`${root}-disk`, root);
    };
  }

  test('nothing is missing, nothing is written, and the check says it; all is well when it is back', async () => {
    const root = path.join(await temporaryFolder(), 'files');
    const storage = createFolderStorage(root);
    await storage.check();
    await storage.put('templates/one', Buffer.from('x'));
    const mount = await unmount(root);

    const away = { name: 'StorageAway', code: 'ENODEV' };
    await expect(storage.get('templates/one')).rejects.toMatchObject(away);
    await expect(storage.getStream('templates/one')).rejects.toMatchObject(away);
    await expect(storage.find('templates/one')).rejects.toMatchObject(away);
    await expect(storage.put('documents/one', Buffer.from('x'))).rejects.toMatchObject(away);
    await expect(storage.putIfAbsent('documents/one', Buffer.from('x'))).rejects.toMatchObject(away);
    await expect(storage.check()).rejects.toMatchObject(away);
    expect(await readdir(root)).toEqual([]);

    await mount();
    await storage.check();
    expect(Buffer.from(await storage.get('templates/one')).toString()).toBe('x');
    await expect(storage.get('templates/two')).rejects.toMatchObject({ name: 'ObjectNotFound' });
  });

  test('the mark is no object', async () => {
    const storage = createFolderStorage(path.join(await temporaryFolder(), 'files'));
    await storage.check();
    await storage.put('templates/one', Buffer.from('x'));
    expect(await Array.fromAsync(storage.list(''))).toEqual(['templates/one']);
  });
});
