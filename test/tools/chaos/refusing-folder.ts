import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A folder of documents that can be made to refuse every write, also for root, and to take them again. */
export interface RefusingFolder {
  /** Where the documents really lie. */
  real: string;
  refuse(): Promise<void>;
  allow(): Promise<void>;
}

/** Puts a link where the service keeps documents; switching it over is one step, so that no write meets half of it. */
export async function createRefusingFolder(filesFolder: string): Promise<RefusingFolder> {
  const real = path.join(filesFolder, '..', 'documents-of-chaos');
  const wall = path.join(filesFolder, '..', 'no-folder');
  await mkdir(real, { recursive: true });
  await mkdir(filesFolder, { recursive: true });
  await writeFile(wall, 'a file where a folder should be');
  const point = async (target: string) => {
    const link = path.join(filesFolder, '..', 'next-link');
    await symlink(target, link);
    await rename(link, path.join(filesFolder, 'documents'));
  };
  await point(real);
  return { real, refuse: () => point(wall), allow: () => point(real) };
}
