import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A package in an installation without development packages. */
export interface ShippedPackage {
  /** For example node_modules/a/node_modules/b. */
  folder: string;
  name: string;
  version: string;
  /** SPDX expression of the package, or null. */
  license: string | null;
}

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
}

/** All packages that `npm ci --omit=dev` installs on any platform, from the lock file in `root`. */
export async function findShippedPackages(root: string): Promise<ShippedPackage[]> {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(lock.packages)
    .filter(([folder, { dev }]) => folder !== '' && dev !== true)
    .map(([folder, { version = '', license }]) => ({
      folder,
      version,
      license: license ?? null,
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
    }));
}
