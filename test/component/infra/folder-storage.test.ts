import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFolderStorage } from '../../../src/infra/object-storage/folder-storage.ts';
import { describeObjectStorage } from '../../support/object-storage-port.ts';

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

test('other users of the machine can enter no folder of it', async () => {
  const root = path.join(await temporaryFolder(), 'files');
  await createFolderStorage(root).put('templates/one', Buffer.from('x'));
  for (const folder of [root, path.join(root, 'templates')]) {
    expect((await stat(folder)).mode & 0o077).toBe(0);
  }
});

test('what a killed write left is removed once it is old, what is being written stays', async () => {
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
