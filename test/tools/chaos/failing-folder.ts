import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A folder in which every write can be made to fail, also for root. */
export interface FailingFolder {
  /** The folder with the files. */
  target: string;
  fail(): Promise<void>;
  recover(): Promise<void>;
}

/** Makes the documents folder of the service a symbolic link; renaming another link over it is atomic. */
export async function createFailingFolder(filesFolder: string): Promise<FailingFolder> {
  const target = path.join(filesFolder, '..', 'chaos-documents');
  const file = path.join(filesFolder, '..', 'not-a-folder');
  await mkdir(target, { recursive: true });
  await mkdir(filesFolder, { recursive: true });
  await writeFile(file, 'a file instead of a folder');
  const pointTo = async (destination: string) => {
    const link = path.join(filesFolder, '..', 'next-link');
    await symlink(destination, link);
    await rename(link, path.join(filesFolder, 'documents'));
  };
  await pointTo(target);
  return { target, fail: () => pointTo(file), recover: () => pointTo(target) };
}
